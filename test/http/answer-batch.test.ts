import { setImmediate as endOfTurn } from "node:timers/promises";
import { expect } from "chai";
import type { Response } from "express";
import { AnswerBatch } from "../../src/http/answer-batch.js";
import { currentTrace } from "../../src/lib/current-trace.js";

describe("A batch of answers", () => {
  let time: number;
  let batch: AnswerBatch;
  /** The answers that were sent, each with the trace it was sent in. */
  let sent: { text: string; trace: string | undefined }[];
  beforeEach(() => {
    time = 0;
    sent = [];
    batch = new AnswerBatch(() => time);
  });

  function answer(text: string): void {
    const response = {
      locals: { traceId: `trace of ${text}` },
      end: (written: string) => sent.push({ text: written, trace: currentTrace()?.traceId }),
    };
    batch.end(response as unknown as Response, text, "utf8");
  }
  const texts = (): string[] => sent.map(({ text }) => text);

  /** A turn whose only answer waited in vain. */
  async function loneAnswer(): Promise<void> {
    answer("alone");
    await endOfTurn();
    sent = [];
  }

  /** Answers, one in each turn, until this many have been tried in vain. @returns how many were sent at once between them */
  async function sentAtOnce(tries: number): Promise<number[]> {
    const counts = [0];
    while (counts.length <= tries + 1) {
      const before = sent.length;
      answer("alone");
      const isAtOnce = sent.length > before;
      await endOfTurn();
      if (isAtOnce) counts[counts.length - 1]!++;
      else counts.push(0);
    }
    return counts.slice(0, -1);
  }

  it("is sent at the end of the turn, in the order of the answers", async () => {
    for (const text of ["first", "second", "third"]) answer(text);
    expect(texts()).to.deep.equal([]);
    await endOfTurn();
    expect(texts()).to.deep.equal(["first", "second", "third"]);
  });

  it("sends each answer in the trace of its own request", async () => {
    answer("first");
    answer("second");
    await endOfTurn();
    expect(sent.map(({ trace }) => trace)).to.deep.equal(["trace of first", "trace of second"]);
  });

  it("isn't continued when its first answer has waited half a millisecond", async () => {
    answer("first");
    time = 0.4;
    answer("second");
    expect(texts()).to.deep.equal([]);
    time = 0.6;
    answer("third");
    expect(texts()).to.deep.equal(["first", "second", "third"]);
    answer("fourth");
    time = 1;
    answer("fifth");
    expect(texts()).to.have.length(3);
    await endOfTurn();
    expect(texts()).to.deep.equal(["first", "second", "third", "fourth", "fifth"]);
  });

  it("doesn't hold answers back while each turn has one only", async () => {
    await loneAnswer();
    for (let turn = 0; turn < 16; turn++) {
      answer(String(turn));
      expect(texts()).to.have.length(turn + 1);
      await endOfTurn();
    }
  });

  it("is tried again after 16 answers", async () => {
    await loneAnswer();
    for (let turn = 0; turn < 16; turn++) answer(String(turn));
    answer("next");
    answer("last");
    expect(texts()).to.have.length(16);
    await endOfTurn();
    expect(texts().slice(16)).to.deep.equal(["next", "last"]);
  });

  it("is tried ever more seldom in vain, but at least every 257th answer", async () => {
    expect(await sentAtOnce(6)).to.deep.equal([0, 16, 32, 64, 128, 256, 256]);
  });

  it("is tried often again after one that had company", async () => {
    await sentAtOnce(2);
    for (let index = 0; index < 64; index++) answer(String(index));
    answer("one");
    answer("two");
    await endOfTurn();
    expect(await sentAtOnce(1)).to.deep.equal([0, 16]);
  });

  it("counts the answers of the turn that it has sent already", async () => {
    answer("first");
    time = 1;
    answer("second");
    expect(texts()).to.deep.equal(["first", "second"]);
    answer("third");
    await endOfTurn();
    answer("of the next turn");
    expect(texts()).to.have.length(3);
    await endOfTurn();
  });
});
