import type { Question } from './question.ts'

/** A question that the words may mean, and what they say it is about. */
export interface Meaning {
  readonly question: Question
  readonly about: string | null
}

/** What stands around a name and is no part of it. */
const around = /^[\s"'“”‘’「『《(（:：]+|[\s"'“”‘’」』》)）?？。.!！,，的]+$/g

/**
 * What is longer is no question of ours: looking for words in the midst of a text takes the square of its length and more, on the
 * event loop.
 */
export const longestUnderstood = 200

/** All questions that the words fit, the best first. Nothing is looked up here. */
export function meaningsOf(asked: string, questions: readonly Question[]): Meaning[] {
  const words = asked.normalize('NFKC').trim()
  const found: Meaning[] = []
  if (words.length > longestUnderstood) return found
  for (const question of questions) {
    const match = question.words.map(each => each.exec(words)).find(each => each !== null)
    if (!match) continue
    const about = match.groups?.what ?? match.groups?.what2 ?? null
    const name = about?.replace(around, '') ?? null
    if (question.subjects ? name : true) found.push({ question, about: question.subjects ? name : null })
  }
  return found
}
