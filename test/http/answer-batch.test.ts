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

  /** A turn with one answer, which waits for its end. */
  async function loneAnswer(): Promise<void> {
    answer("alone");
    await endOfTurn();
    sent = [];
  }

  /** Adds one answer in each turn until this many have waited. @returns how many were sent immediately before and between them */
  async function immediateBetween(waiting: number): Promise<number[]> {
    const counts = [0];
    while (counts.length <= waiting + 1) {
      const before = sent.length;
      answer("alone");
      const isImmediate = sent.length > before;
      await endOfTurn();
      if (isImmediate) counts[counts.length - 1]!++;
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

  it("is sent before the end of the turn when its first answer has waited for half a millisecond", async () => {
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

  it("sends answers immediately while each turn has only one", async () => {
    await loneAnswer();
    for (let turn = 0; turn < 16; turn++) {
      answer(String(turn));
      expect(texts()).to.have.length(turn + 1);
      await endOfTurn();
    }
  });

  it("collects answers again after 16 that were sent immediately", async () => {
    await loneAnswer();
    for (let turn = 0; turn < 16; turn++) answer(String(turn));
    answer("next");
    answer("last");
    expect(texts()).to.have.length(16);
    await endOfTurn();
    expect(texts().slice(16)).to.deep.equal(["next", "last"]);
  });

  it("sends up to 256 answers immediately if each batch has only one", async () => {
    expect(await immediateBetween(6)).to.deep.equal([0, 16, 32, 64, 128, 256, 256]);
  });

  it("goes back to 16 after a batch of two", async () => {
    await immediateBetween(2);
    for (let index = 0; index < 64; index++) answer(String(index));
    answer("one");
    answer("two");
    await endOfTurn();
    expect(await immediateBetween(1)).to.deep.equal([0, 16]);
  });

  it("counts answers that it has already sent in the turn", async () => {
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
