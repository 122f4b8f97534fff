import { isEqual } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { ActButton } from '@qitao/platform/web/list/act-button.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { DayText, Instant } from '@qitao/platform/web/show/instant.tsx'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import { Space, Tag } from 'antd'
import { decideSupplierAnswers, listSupplierAnswers } from '../../model/answer/supplier-answer.calls.ts'
import { answerStatus } from '../../model/answer/supplier-answer.status.ts'
import {
  countArrivals,
  listArrivals,
  listPurchaseOrders,
  showPurchaseOrder,
  showPurchaseUses,
} from '../../model/purchase-order.calls.ts'
import { SupplyUses } from '../supply-uses.tsx'
import './answer.css'

const refreshes = [
  ...[listSupplierAnswers, showPurchaseOrder, listPurchaseOrders, showPurchaseUses],
  ...[listArrivals, countArrivals],
]

/** What the supplier answered to each line, whom another day or quantity would move, and the buyer's decision. */
export function SupplierAnswers({ id }: { id: string }) {
  const say = useSay()
  const found = useCall(listSupplierAnswers, { id })
  const answers = found.data?.result ?? []
  const waits = answers.some(({ status }) => answerStatus.can('accept', status))
  const uses = useCall(showPurchaseUses, waits ? { id } : null).data
  const decide = useCommand(decideSupplierAnswers, { refreshes })
  if (found.error && !found.data) return <ErrorState failure={found.error} retry={found.refetch} />
  if (answers.length === 0) return null
  type Answer = (typeof answers)[number]
  const open = answers.filter(({ status, outdated }) => answerStatus.can('accept', status) && !outdated)
  const decision = (some: readonly Answer[], accepted: boolean) =>
    decide.with({ id, decisions: some.map(one => ({ id: one.id, row_version: one.row_version, accepted })) })
  const acts = (some: readonly Answer[], several: boolean) => (
    <Space>
      <ActButton
        act={{
          title: several ? text('全部接受', 'Accept all') : text('接受', 'Accept'),
          run: decision(some, true),
        }}
      />
      <ActButton
        act={{
          title: several ? text('全部不接受', 'Decline all') : text('不接受', 'Decline'),
          run: decision(some, false),
        }}
      />
    </Space>
  )
  return (
    <section className="qt-section">
      <header className="qt-section-head">
        <h2>{say(text('供应商答复', "Supplier's answer"))}</h2>
        {open.length > 1 ? acts(open, true) : null}
      </header>
      <ol className="qt-answer-lines">
        {answers.map(answer => {
          const isOpen = open.includes(answer)
          const own = ({ source_id }: { source_id: string }) => source_id === answer.line_id
          return (
            <li key={answer.id}>
              <div className="qt-answer-line">
                <div>
                  <strong>
                    {answer.line_no}. {answer.material_code} {answer.material_name}
                  </strong>
                  <span className="qt-secondary">
                    {answer.answered_by} · <Instant at={answer.answered_time} />
                    {answer.remark ? ` · ${answer.remark}` : ''}
                  </span>
                </div>
                <div>
                  {isEqual(answer.quantity, answer.asked_quantity) ? null : (
                    <span className="qt-answer-was">
                      <Quantity value={answer.asked_quantity} />
                    </span>
                  )}
                  <Quantity value={answer.quantity} unit={answer.unit_name} />
                  {' · '}
                  {answer.eta === answer.asked_eta ? null : (
                    <span className="qt-answer-was">
                      <DayText of={answer.asked_eta} />
                    </span>
                  )}
                  <DayText of={answer.eta} />
                </div>
                <div>
                  <StatusTag of={answerStatus.stateOf(answer.status)} />
                  {answer.outdated && !isOpen && answerStatus.can('accept', answer.status) ? (
                    <Tag>{say(text('明细已变，请重新询问', 'Line changed since: ask anew'))}</Tag>
                  ) : null}
                </div>
                {isOpen ? acts([answer], false) : null}
              </div>
              {isOpen && uses ? (
                <div className="qt-answer-effect">
                  <SupplyUses
                    of={{ uses: uses.uses.filter(own), promises: uses.promises.filter(own) }}
                    unit={answer.unit_name}
                    comes={answer.eta}
                  />
                </div>
              ) : null}
            </li>
          )
        })}
      </ol>
    </section>
  )
}
