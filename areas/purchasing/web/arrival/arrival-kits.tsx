import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { EmptyState } from '@qitao/platform/web/show/empty-state.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { DayText } from '@qitao/platform/web/show/instant.tsx'
import { RecordLink } from '@qitao/platform/web/show/record-link.tsx'
import { Tag } from 'antd'
import { showArrivalKits } from '../../model/arrival/arrival.calls.ts'
import '../supply-uses.css'

/** Which work orders wait for it, and whose kit it completes. */
export function ArrivalKits({ id }: { id: string }) {
  const found = useCall(showArrivalKits, { id })
  const say = useSay()
  const kits = found.data?.result
  return (
    <section className="qt-section">
      <header className="qt-section-head">
        <h2>{say(text('等它的工单', 'MOs that wait for it'))}</h2>
      </header>
      {found.error && !kits ? <ErrorState failure={found.error} retry={found.refetch} /> : null}
      {kits?.length === 0 ? <EmptyState text={text('没有工单等待这些物料', 'No MO waits for this')} /> : null}
      {kits?.length ? (
        <ul className="qt-uses">
          {kits.map(kit => (
            <li key={kit.id}>
              <span className="qt-uses-what">
                <RecordLink kind="mo" id={kit.id} no={kit.no} /> {kit.product_code} {kit.product_name}{' '}
                <span className="qt-secondary">
                  {say(text('需要于', 'needed'))} <DayText of={kit.needed_time} />
                </span>
              </span>
              {kit.late ? <Tag color="error">{say(text('到货晚于需要', 'Comes too late'))}</Tag> : null}
              {kit.completes ? (
                <Tag color="success">{say(text('到货即齐套', 'Completes the kit'))}</Tag>
              ) : (
                <span className="qt-secondary">{say(text('还等其他物料', 'waits for more'))}</span>
              )}
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  )
}
