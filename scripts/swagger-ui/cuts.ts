import { createHash } from "node:crypto";
import ts from "typescript";
import type { SwaggerUiCuts } from "../../src/web/screens/api-dock/swagger-ui-pieces.js";

/** The files that the table of modules is divided into. */
const TABLES = 2;
/** The least number of characters between two places where the script can pause. */
const APART = 2000;

type Body = ts.Block | ts.ConciseBody;

/** A function that is called where it is written: `(() => {…})()`. */
function calledFunction(node: ts.Node): ts.ArrowFunction | undefined {
  if (!ts.isCallExpression(node) || !ts.isParenthesizedExpression(node.expression)) return undefined;
  const { expression } = node.expression;
  return ts.isArrowFunction(expression) ? expression : undefined;
}

function unexpected(what: string): never {
  throw new Error(`Swagger UI's script has another form: ${what} is missing. See docs/decisions/0014.`);
}

const statementsOf = (body: Body): readonly ts.Statement[] =>
  ts.isBlock(body) ? body.statements : unexpected("a block");

/** `() => (() => {…})()`, the argument of the universal module definition. */
function outerFunction({ statements }: ts.SourceFile): ts.ArrowFunction {
  const [statement] = statements;
  if (!statement || !ts.isExpressionStatement(statement) || !ts.isPrefixUnaryExpression(statement.expression))
    return unexpected("the universal module definition");
  const { operand } = statement.expression;
  const argument = ts.isCallExpression(operand) ? operand.arguments[1] : undefined;
  const factory = argument && ts.isParenthesizedExpression(argument) ? argument.expression : undefined;
  if (!factory || !ts.isArrowFunction(factory)) return unexpected("the factory");
  return calledFunction(factory.body) ?? unexpected("the function of webpack");
}

/** `var modules = { 123(module, exports, require) {…}, … }` */
function tableIn(statements: readonly ts.Statement[]): ts.ObjectLiteralExpression {
  const declared = statements.filter(ts.isVariableStatement);
  const values = declared.flatMap(({ declarationList }) =>
    declarationList.declarations.flatMap(({ initializer }) => initializer ?? []),
  );
  const table = values.filter(ts.isObjectLiteralExpression).find(({ properties }) => properties.length > 100);
  return table ?? unexpected("the table of modules");
}

/** `return (() => {…})(), exports = exports.default` */
function lastStep(statements: readonly ts.Statement[]): { main: ts.ArrowFunction; result: ts.Expression } {
  const last = statements.at(-1);
  const value = last && ts.isReturnStatement(last) ? last.expression : undefined;
  if (!value || !ts.isBinaryExpression(value) || value.operatorToken.kind !== ts.SyntaxKind.CommaToken)
    return unexpected("the last statement");
  return { main: calledFunction(value.left) ?? unexpected("the main function"), result: value.right };
}

/** The name of webpack's function that starts a module. */
function requireIn(statements: readonly ts.Statement[]): string {
  const name = statements.find(ts.isFunctionDeclaration)?.name?.text;
  return name ?? unexpected("the function that starts modules");
}

/** The modules that the main function starts itself, in order. */
function startedBy(main: ts.ArrowFunction, name: string): number[] {
  const ids: number[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) || ts.isClassLike(node)) return;
    ts.forEachChild(node, visit);
    if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression)) return;
    const [id] = node.arguments;
    if (node.expression.text === name && id && ts.isNumericLiteral(id)) ids.push(Number(id.text));
  };
  ts.forEachChild(main.body, visit);
  return ids;
}

/** Positions at least `apart` from each other. */
function spread(positions: number[], apart: number): number[] {
  const kept: number[] = [];
  for (const position of positions) if (position - (kept.at(-1) ?? 0) >= apart) kept.push(position);
  return kept;
}

/** Reads the script of Swagger UI, which webpack has made. @throws Error if webpack's output has another form */
export function cutsOf(script: string): SwaggerUiCuts {
  const file = ts.createSourceFile("swagger-ui-bundle.js", script, ts.ScriptTarget.Latest);
  const outer = outerFunction(file);
  const statements = statementsOf(outer.body);
  const table = tableIn(statements);
  const { main, result } = lastStep(statements);
  const [first, last] = [table.properties.pos, table.properties.end];
  const names = table.properties.map((property) => property.getStart(file)).slice(1);
  const [, ...steps] = statementsOf(main.body); // without "use strict"
  const pauses = steps.filter((step) => !ts.isFunctionDeclaration(step)).map((step) => step.getStart(file));
  const requireName = requireIn(statements);
  return {
    checksum: createHash("sha256").update(script).digest("hex"),
    runtime: [statements[0]!.getStart(file), statements.at(-1)!.getStart(file)],
    table: [table.getStart(file), table.end],
    tables: [first, ...spread(names, Math.ceil((last - first) / TABLES) + first).slice(0, TABLES - 1), last],
    requireName,
    modules: startedBy(main, requireName),
    main: main.getStart(file),
    pauses: spread(pauses, APART),
    result: [result.pos - 1, result.getStart(file), result.end],
  };
}
