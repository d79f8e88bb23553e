// SPDX-License-Identifier: Apache-2.0
// What a card over a word of a text says. Backticks mark code.

export interface Card {
  title: string;
  text: string;
  /** More of it, a paragraph each; a line of code where it begins with four spaces. */
  more?: string[];
  /** Its parts one by one: modifiers of an opcode. */
  parts?: { name: string; text: string; marked?: boolean }[];
}

/** A card, and from which column to which (from 0) it stands for. */
export interface CardAt {
  from: number;
  to: number;
  card: Card;
}

/** Looks for the card at a column of a line. It may have to fetch its table first. */
export type FindCard = (line: string, column: number) => Promise<CardAt | null>;
