import { type Language, say, text } from './text.ts'

/** Under which an answer tells the trace of its call: the number by which whoever runs the product finds it in logs and traces. */
export const traceHeader = 'x-trace-id'

const numbered = text('{words}（追踪号 {trace_id}）', '{words} (trace {trace_id})')
/** The words of a failure with the number to ask by. */
export const withTrace = (words: string, trace_id: string | null | undefined, language: Language): string =>
  trace_id ? say(numbered, language, { words, trace_id }) : words
