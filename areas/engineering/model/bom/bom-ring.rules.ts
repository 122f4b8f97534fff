import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { CyclicBom } from '@qitao/planning/bom/low-level-code.ts'
import { wayRound } from './bom.rules.ts'

/** The codes of materials that contain each other, the first one again at the end. Plain, so that it leaves a thread. */
export interface BomRing {
  readonly ring: readonly string[]
}
/** What is planned by BoMs; a ring among them is answered by the codes of its materials. */
export function planOrRing<T>(
  plan: () => T,
  materials: readonly { readonly id: string; readonly code: string }[],
): T | BomRing {
  try {
    return plan()
  } catch (error) {
    if (!(error instanceof CyclicBom)) throw error
    const codes = new Map(materials.map(({ id, code }) => [id, code]))
    return { ring: error.path.map(id => codes.get(id) ?? id) }
  }
}
/** 5519, with the way round and where it is undone. */
export function expectNoRing<T>(answer: T | BomRing): T {
  if (!isRing(answer)) return answer
  const { error, data } = wayRound(answer.ring)
  return refuse(error, {
    ...data,
    detail: text(
      '循环路径：{path}。请在其中一个物料的BOM中去掉下一个物料（或其替代料），发布后重试',
      'The way round: {path}. Take the next material, or it as a substitute, out of the BoM of one of them, release that and try again',
    ),
  })
}
const isRing = (answer: unknown): answer is BomRing => typeof answer === 'object' && answer !== null && 'ring' in answer
