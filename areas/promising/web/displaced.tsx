import { text } from '@qitao/core/text.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { DayText } from '@qitao/platform/web/show/instant.tsx'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { Alert } from 'antd'
import type { InquiryRow } from '../model/inquiry.record.ts'
import { inquiryStatus } from '../model/inquiry.status.ts'

/** From whom the promise takes, what, and whether they can have it again in time. */
export function DisplacedOrders({ of: { displaced, status } }: { of: InquiryRow }) {
  const say = useSay()
  if (displaced.length === 0) return null
  const isDone = status === inquiryStatus.codes.confirmed
  return (
    <Alert
      type="warning"
      showIcon
      className="qt-displaced"
      title={
        isDone
          ? say(text('该承诺占用了这些订单的物料', 'The promise has taken from these orders'))
          : say(
              text(
                '该日期要占用等级较低的客户的物料，确认后才会取走',
                'The day holds only by taking from lower classes; nothing is taken before it is confirmed',
              ),
            )
      }
      description={
        <table className="qt-answer-tasks">
          <thead>
            <tr>
              <th scope="col">{say(text('单号', 'No.'))}</th>
              <th scope="col">{say(text('客户（等级）', 'Customer (class)'))}</th>
              <th scope="col">{say(text('失去', 'Loses'))}</th>
              <th scope="col">{say(text('交期', 'Due'))}</th>
              <th scope="col">{say(text('最早补齐', 'There again'))}</th>
            </tr>
          </thead>
          <tbody>
            {displaced.map(one => (
              <tr key={`${one.no} ${one.material_code} ${one.quantity}`}>
                <th scope="row">
                  {one.no}
                  {one.order_no && one.order_no !== one.no ? <div className="qt-secondary">{one.order_no}</div> : null}
                </th>
                <td>
                  {one.customer_name ?? '—'} ({one.level ?? say(text('无等级', 'no class'))})
                </td>
                <td>
                  <span title={one.material_name}>
                    <Quantity value={one.quantity} /> {one.material_code}
                  </span>
                </td>
                <td>
                  <DayText of={one.due} />
                </td>
                {one.again === null ? (
                  <td>{say(text('自制，以重新排程为准', 'Made: as the plan says'))}</td>
                ) : (
                  <td className={one.again > one.due ? 'qt-promise-late' : undefined}>
                    <DayText of={one.again} />
                    {one.again > one.due ? ` ${say(text('晚于交期', 'after it is due'))}` : ''}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      }
    />
  )
}
