import type { Out } from '@qitao/core/call.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { hourSeconds } from '@qitao/core/time.ts'
import { deliveryStatus, materialStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { DataTable } from '@qitao/platform/web/list/data-table.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { DueDate } from '@qitao/platform/web/show/due-date.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { Instant } from '@qitao/platform/web/show/instant.tsx'
import { useOrgDate } from '@qitao/platform/web/show/org-date.ts'
import { PageSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import { Alert, Button, Modal, Tabs } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import { previewPublish, publishPlan } from '../../model/publish/publish.calls.ts'
import { hoursText } from '../chart/summary-strip.tsx'
import { planCalls } from '../hand/use-plan.ts'

/** The latest first, then as they begin. */
const worstFirst = <R extends Omit<Row, 'id'>>(rows: readonly R[]): R[] => {
  const lateBy = (row: R) => Math.max(0, row.finish_time - row.due)
  return rows.toSorted((a, b) => lateBy(b) - lateBy(a) || a.start_time - b.start_time)
}

type Row = Out<typeof previewPublish>['added'][number] & { readonly id: string }
interface PublishProps {
  open: boolean
  onClose: () => void
  /** Only these orders; all that wait when there are none. */
  mo_ids: readonly string[]
}
const wide = 1180

/** What the floor would be told, before it is told: new orders, moved tasks, and what starts after the window. */
export function PublishDialog({ open, onClose, mo_ids }: PublishProps) {
  const say = useSay()
  const dates = useOrgDate()
  const input = mo_ids.length > 0 ? { mo_ids: [...mo_ids] } : {}
  const preview = useCall(previewPublish, open ? input : null)
  const publish = useCommand(publishPlan, { refreshes: planCalls, done: onClose })
  const data = preview.data
  // What stays unpublished: a row that comes while the dialog is open is ticked as the others are.
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [picked, setPicked] = useState<string>()
  useEffect(() => {
    if (!open) return
    setLeft(new Set())
    setPicked(undefined)
  }, [open])
  const going = useMemo(
    () => (data ? [...data.added, ...data.moved].filter(row => !left.has(row.mo_id)) : []),
    [data, left],
  )
  const tab = picked ?? (data && (['added', 'moved', 'outside'] as const).find(key => data[key].length > 0)) ?? 'added'
  const late = going.filter(row => row.late).length
  const choose = { left, onLeft: setLeft }
  const unsupplied = going.filter(row => row.unsupplied.length > 0)

  return (
    <Modal
      open={open}
      width={wide}
      title={say(text('发布计划', 'Publish the plan'))}
      onCancel={onClose}
      okText={say(
        unsupplied.length > 0
          ? text('仍然发布{count}单', 'Publish {count} orders all the same')
          : text('发布{count}单', 'Publish {count} orders'),
        { count: going.length },
      )}
      cancelText={say(text('取消', 'Cancel'))}
      okButtonProps={{ disabled: going.length === 0, loading: publish.pending }}
      onOk={() => publish.run({ mo_ids: going.map(row => row.mo_id) })}
    >
      {preview.error ? (
        <ErrorState failure={preview.error} />
      ) : !data ? (
        <PageSkeleton />
      ) : (
        <div className="qt-plan-publish">
          <p className="qt-secondary">
            {say(
              text(
                '发布窗口到 {time}（系统设置）。工单整单发布；发布前逐条校验。',
                'The publishing window ends at {time} (settings). Orders are published whole, and checked before.',
              ),
              { time: dates.minuteOf(data.publish_until) },
            )}
            {late > 0 ? (
              <strong> {say(text('其中 {late} 单超过交期。', '{late} of them are late.'), { late })}</strong>
            ) : null}
          </p>
          <p>
            {say(
              text(
                '所选{count}单：准备与换型共{hours}，换型{changes}次。',
                'Chosen: {count}; set-up: {hours}; changes of product: {changes}.',
              ),
              {
                count: going.length,
                hours: hoursText(going.reduce((all, row) => all + row.setup_seconds, 0) / hourSeconds, say),
                changes: going.reduce((all, row) => all + row.changeover_count, 0),
              },
            )}
          </p>
          {unsupplied.length > 0 ? (
            <Unsupplied
              rows={unsupplied}
              onLeave={() => setLeft(left.union(new Set(unsupplied.map(({ mo_id }) => mo_id))))}
            />
          ) : null}
          <Tabs
            size="small"
            activeKey={tab}
            onChange={setPicked}
            items={[
              {
                key: 'added',
                label: `${say(text('新发布', 'New'))} ${data.added.length}`,
                children: <Rows {...choose} rows={data.added} none={text('没有新的工单', 'No new orders')} />,
              },
              {
                key: 'moved',
                label: `${say(text('位置变化', 'Moved'))} ${data.moved.length}`,
                children: (
                  <Rows
                    {...choose}
                    rows={data.moved}
                    none={text('已发布的任务没有变化', 'No published task has moved')}
                  />
                ),
              },
              // Without a choice only what is within the window has been looked for.
              ...(mo_ids.length > 0
                ? [
                    {
                      key: 'outside',
                      label: `${say(text('窗口之外', 'After the window'))} ${data.outside.length}`,
                      children: (
                        <Rows
                          rows={data.outside}
                          none={text('没有窗口之外的工单', 'Nothing starts after the window')}
                        />
                      ),
                    },
                  ]
                : []),
            ]}
          />
        </div>
      )}
    </Modal>
  )
}

const namedAtMost = 5
/** Orders that the floor could not finish: nothing makes up for what they are short of. */
function Unsupplied({ rows, onLeave }: { rows: readonly Omit<Row, 'id'>[]; onLeave: () => void }) {
  const say = useSay()
  const named = rows.slice(0, namedAtMost).map(({ mo_no, unsupplied }) =>
    say(text('{no}（缺{materials}）', '{no} (short of {materials})'), {
      ...{ no: mo_no, materials: unsupplied.join(say(text('、', ', '))) },
    }),
  )
  const more = rows.length - named.length
  return (
    <Alert
      type="warning"
      showIcon
      title={say(
        rows.length === 1
          ? text(
              '1单缺料且没有货源，发布后现场只能等料',
              '1 order is short of material that nothing brings: the floor would wait',
            )
          : text(
              '{count}单缺料且没有货源，发布后现场只能等料',
              '{count} orders are short of material that nothing brings: the floor would wait',
            ),
        { count: rows.length },
      )}
      description={
        named.join(say(text('；', '; '))) + (more > 0 ? say(text('；另有{more}单', '; {more} more'), { more }) : '')
      }
      action={<Button onClick={onLeave}>{say(text('先不发布这些', 'Leave these out'))}</Button>}
    />
  )
}

interface RowsProps {
  rows: readonly Omit<Row, 'id'>[]
  none: Text
  /** Orders that are not to be published; absent: none of these is. */
  left?: ReadonlySet<string>
  onLeft?: (mo_ids: ReadonlySet<string>) => void
}
function Rows({ rows, none, left, onLeft }: RowsProps) {
  const say = useSay()
  const listed = useMemo(() => worstFirst(rows).map(row => ({ ...row, id: row.mo_id })), [rows])
  const selection =
    left && onLeft
      ? {
          ids: listed.flatMap(({ id }) => (left.has(id) ? [] : id)),
          onChange: (ids: readonly string[]) => {
            const own = new Set(listed.map(({ id }) => id))
            onLeft(left.difference(own).union(own.difference(new Set(ids))))
          },
        }
      : undefined
  return (
    <div className="qt-plan-publish-rows">
      <DataTable<Row>
        rows={listed}
        selection={selection}
        empty={<p className="qt-secondary">{say(none)}</p>}
        columns={[
          { name: 'mo_no', title: text('工单', 'Order'), width: 150 },
          {
            name: 'material_name',
            title: text('产品', 'Product'),
            width: 180,
            render: row => `${row.material_code} ${row.material_name}`,
          },
          {
            name: 'late',
            title: text('交付', 'Delivery'),
            width: 110,
            render: row =>
              row.late ? (
                <span className="qt-plan-late">
                  {say(text('晚{gap}', '{gap} late'), {
                    gap: hoursText((row.finish_time - row.due) / hourSeconds, say),
                  })}
                </span>
              ) : (
                <StatusTag of={deliveryStatus.stateOf(1)} />
              ),
          },
          {
            name: 'material_status',
            title: text('物料', 'Material'),
            width: 150,
            render: row =>
              row.material_status === null ? (
                <span className="qt-secondary">{say(text('未检查', 'Not checked'))}</span>
              ) : (
                <StatusTag of={materialStatus.stateOf(row.material_status)} />
              ),
          },
          {
            name: 'start_time',
            title: text('开始', 'Start'),
            width: 130,
            render: row => <Instant at={row.start_time} />,
          },
          {
            name: 'finish_time',
            title: text('完成', 'Finish'),
            width: 130,
            render: row => <Instant at={row.finish_time} />,
          },
          {
            name: 'setup_seconds',
            title: text('准备与换型', 'Set-up'),
            width: 130,
            render: row => (
              <span className={row.setup_seconds === 0 ? 'qt-secondary' : undefined}>
                {hoursText(row.setup_seconds / hourSeconds, say)}
                {row.changeover_count > 0
                  ? say(text('，换型{n}次', ', changes: {n}'), { n: row.changeover_count })
                  : ''}
              </span>
            ),
          },
          {
            name: 'delivery_date',
            title: text('交期', 'Due'),
            width: 160,
            render: row => <DueDate day={row.delivery_date} />,
          },
          {
            name: 'task_count',
            title: text('任务', 'Tasks'),
            width: 90,
            render: row =>
              row.moved_count > 0
                ? say(text('{moved}/{all} 变化', '{moved} of {all}'), { moved: row.moved_count, all: row.task_count })
                : row.task_count,
          },
        ]}
      />
    </div>
  )
}
