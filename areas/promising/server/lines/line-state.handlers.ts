import { formatQuantity } from '@qitao/core/quantity.ts'
import { type Language, say, type Text, text } from '@qitao/core/text.ts'
import { dayOf, minuteOf } from '@qitao/core/time.ts'
import { longestWait } from '@qitao/planning/scheduling/explain/what-binds.ts'
import { type Context, type Handler, handle, handleInSteps } from '@qitao/platform/server/http/handle.ts'
import { explainLateLines, queryLineRemedies, queryLineStates } from '@qitao/sales/model/line-state.calls.ts'
import { wordsOf } from '@qitao/scheduling/model/late/late-order.rules.ts'
import { effectText, lengthText, pieceText, remedyText } from '@qitao/scheduling/model/late/late-words.ts'
import { explainInThread, patienceSeconds, planToExplain, remediesInThread } from '@qitao/scheduling/server'
import { decidingMo, reasonBesidePlan } from '../../model/lines/line-state.rules.ts'
import { loadLineStates } from './line-state.queries.ts'

/** In both languages: what is said is kept by the browser when the language changes. */
const said = (words: (language: Language) => string): Text => ({ zh: words('zh'), en: words('en') })
const saying =
  (language: Language) =>
  (what: Text, values?: Readonly<Record<string, unknown>>): string =>
    say(what, language, values)
/** Those that help the most. */
const mostRemedies = 3

export const lineStateHandlers: Handler[] = [
  handle(queryLineStates, async ({ order_id }, context) => ({
    result: (await loadLineStates(context, { order_id })).states,
  })),

  handleInSteps(explainLateLines, {
    async load({ order_id }, context) {
      const { states, mos } = await loadLineStates(context, { order_id })
      const late = states
        .filter(({ is_late }) => is_late)
        .map(line => {
          const own = mos.get(line.line_id) ?? []
          return { line, own, beside: reasonBesidePlan(line, own), mo: decidingMo(own) }
        })
      // Only what stands on the plan and is late there is asked of it.
      const plan = late.some(({ beside }) => beside === null) ? await planToExplain(context) : undefined
      return { org_id: context.org_id, late, plan }
    },
    decide: ({ org_id, plan }) => (plan ? explainInThread(org_id, plan.work) : Promise.resolve([])),
    async save(_, { member }, { late, plan }, explained) {
      const words = plan && wordsOf(plan.read.facts)
      const chains = new Map(explained.map(one => [one.order, one]))
      return {
        result: late.map(({ line, beside, mo }) => {
          const { line_id, to_make_quantity, unit_name } = line
          const decides = beside ? beside.mo : mo
          const told = { line_id, mo_id: decides?.id ?? null, mo_no: decides?.no ?? null }
          if (beside) {
            const values = {
              quantity: `${formatQuantity(to_make_quantity)} ${unit_name}`,
              object: beside.mo?.unplanned?.object_name ?? '',
            }
            const reason = said(language => say(beside.reason, language, values))
            return { ...told, reason, has_remedies: false }
          }
          const chain = mo && chains.get(mo.id)?.chain
          const wait = chain && longestWait(mo.id, chain)
          const piece = wait ? words!.piece(wait.link) : undefined
          const reason = said(language => {
            if (!piece) return say(chain ? ownWork : overtaken, language)
            const why = pieceText(piece, mo!.id, saying(language), at => minuteOf(at, member.time_zone))
            return say(waits, language, { why, length: lengthText(wait!.seconds, saying(language)) })
          })
          return { ...told, reason, has_remedies: chain !== undefined }
        }),
      }
    },
  }),

  handleInSteps(queryLineRemedies, {
    async load({ line_id }, context: Context) {
      const { mos } = await loadLineStates(context, { line_id })
      const mo = decidingMo(mos.get(line_id) ?? [])
      const plan = mo && (await planToExplain(context))
      const stands = mo && plan?.work.facts.orders.some(({ id }) => id === mo.id)
      return { org_id: context.org_id, plan, order: stands ? mo.id : undefined }
    },
    decide: async ({ org_id, plan, order }) =>
      plan && order !== undefined
        ? remediesInThread(org_id, { ...plan.work, order, seconds: patienceSeconds })
        : { remedies: [] },
    async save(_, { member }, { plan }, { remedies }) {
      const words = plan && wordsOf(plan.read.facts)
      return {
        result: remedies.slice(0, mostRemedies).map(tried => {
          const told = words!.remedy(tried)
          return {
            what: said(language => remedyText(told, saying(language), at => dayOf(at, member.time_zone))),
            effect: said(language => effectText(told, saying(language))),
            gained_seconds: told.gained_seconds,
            tardiness_seconds: told.tardiness_seconds,
          }
        }),
      }
    },
  }),
]

const waits = text('{why}（共{length}）', '{why} ({length} in all)')
const ownWork = text('没有等待：只剩自身加工时间', 'It waits for nothing: only its own work is left')
const overtaken = text('超过交期', 'Its day is over')
