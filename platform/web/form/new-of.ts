import { type Text, text, withinSentence } from '@qitao/core/text.ts'

/** What a form is called in which a new one of these is written. */
export const newOf = ({ title: { zh, en } }: { readonly title: Text }): Text =>
  text(`新建${zh}`, `New ${withinSentence(en)}`)
