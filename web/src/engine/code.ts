// SPDX-License-Identifier: Apache-2.0
// The code generator as the page sees it: absent until somebody asks for what lies below `tilegpu`, then a worker with a module
// of its own. One question is under way at a time; of those that come meanwhile only each asker's last is asked, since it follows the
// text or the view as it is now.

import { fail, ok, type Result } from "../base/result";
import { type CodeError, CodeHost, type CodeOptions, type FrozenProgram } from "./code-host";
import type { CodeAnswer, MachineStage } from "./code-messages";

export interface CodeQuestion extends FrozenProgram {
  stage: MachineStage;
  /** One kernel, or all. */
  kernel?: string;
  /** Who asks: a later question takes the place of the same asker's only. */
  asker?: string;
}

type Answered = Result<CodeAnswer, CodeError>;

interface Asked {
  question: CodeQuestion;
  settle: (answer: Answered) => void;
}

const superseded: CodeError = { kind: "superseded", message: "something else was asked for meanwhile" };

export class CodeGenerator {
  private readonly host: CodeHost;
  private waiting: Asked[] = [];

  constructor(private readonly options: CodeOptions) {
    this.host = new CodeHost(options, { onReady: () => this.pump(), onLost: (error) => this.refuseAll(error) });
  }

  get state() {
    return this.host.state;
  }

  /** What loading the module takes from the network; 0 when unknown. */
  get packedBytes(): number {
    return this.options.packedBytes ?? 0;
  }

  generate(question: CodeQuestion): Promise<Answered> {
    return new Promise((settle) => {
      const mine = this.waiting.findIndex((other) => other.question.asker === question.asker);
      const older = mine >= 0 ? this.waiting.splice(mine, 1)[0] : undefined;
      older?.settle(fail(superseded));
      this.waiting.push({ question, settle });
      this.host.start();
      this.pump();
    });
  }

  private pump(): void {
    const asked = this.host.isFree ? this.waiting.shift() : undefined;
    if (!asked) return;
    const { question, settle } = asked;
    const { stage, kernel } = question;
    this.host.ask(
      question,
      { kind: "generate", stage, ...(kernel === undefined ? {} : { kernel }) },
      this.options.limitMs ?? 60_000,
      (reply) => settle(!reply.ok ? reply : reply.value.kind === "answer" ? ok(reply.value.answer) : fail(superseded)),
    );
  }

  private refuseAll(error: CodeError): void {
    const { waiting } = this;
    this.waiting = [];
    for (const { settle } of waiting) settle(fail(error));
  }
}
