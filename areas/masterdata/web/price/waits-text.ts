import { type Text, text } from '@qitao/core/text.ts'

/** That prices wait for their approval, and for whose; undefined: they are saved. */
export const waitsText = (saved: { readonly waits_for?: readonly string[] } | undefined): Text | undefined => {
  const names = saved?.waits_for ?? []
  if (names.length === 0) return undefined
  return text(
    `已提交，等待${names.join('、')}审批，通过后生效`,
    `Submitted: in force once ${names.join(', ')} approves`,
  )
}
