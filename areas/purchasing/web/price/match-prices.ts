import type { In, Out } from '@qitao/core/call.ts'
import { ask } from '@qitao/platform/web/call/use-call.ts'
import { useEffect, useState } from 'react'
import { matchUnitPrices } from '../../model/price/unit-price.calls.ts'

type Input = In<typeof matchUnitPrices>
type Line = Input['lines'][number]
export type PriceMatch = Out<typeof matchUnitPrices>['matches'][number]
export interface AskedPrice extends Line {
  readonly day: number | null
  readonly currency: string | null
}
interface Waiting {
  readonly line: Line
  readonly resolve: (match: PriceMatch) => void
  readonly reject: (reason: unknown) => void
}
/** Lines ask one by one as they are typed: those of a moment go together, in one call for each day and currency. */
const togetherMs = 150
const waiting = new Map<string, Waiting[]>()

function matchOf({ day, currency, ...line }: AskedPrice): Promise<PriceMatch> {
  return new Promise((resolve, reject) => {
    const key = `${day},${currency}`
    const others = waiting.get(key)
    if (others) {
      others.push({ line, resolve, reject })
      return
    }
    const all: Waiting[] = [{ line, resolve, reject }]
    waiting.set(key, all)
    setTimeout(() => {
      waiting.delete(key)
      ask(matchUnitPrices, { day, currency, lines: all.map(one => one.line) }).then(
        ({ matches }) => {
          for (const [index, one] of all.entries()) one.resolve(matches[index]!)
        },
        (reason: unknown) => {
          for (const one of all) one.reject(reason)
        },
      )
    }, togetherMs)
  })
}

/** What is agreed for a line and what was paid last; `failed` when it could not be asked, undefined until it is there. */
export function usePriceMatch(asked: AskedPrice | null): PriceMatch | 'failed' | undefined {
  const key = asked === null ? '' : JSON.stringify(asked)
  const [found, setFound] = useState<{ key: string; match: PriceMatch | 'failed' }>()
  useEffect(() => {
    if (asked === null) return undefined
    let isGone = false
    const take = (match: PriceMatch | 'failed') => {
      if (!isGone) setFound({ key, match })
    }
    matchOf(asked).then(take, () => take('failed'))
    return () => {
      isGone = true
    }
  }, [key])
  return found?.key === key ? found.match : undefined
}
