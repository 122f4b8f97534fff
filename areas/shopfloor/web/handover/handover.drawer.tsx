import { type Text, text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { DialogForm } from '@qitao/platform/web/form/form-drawer.tsx'
import { ActButton } from '@qitao/platform/web/list/act-button.tsx'
import { Pager } from '@qitao/platform/web/list/list-page.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { useSession } from '@qitao/platform/web/session/session.ts'
import { DetailDrawer } from '@qitao/platform/web/show/drawer.tsx'
import { EmptyState } from '@qitao/platform/web/show/empty-state.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { Instant } from '@qitao/platform/web/show/instant.tsx'
import { RowsSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import { useState } from 'react'
import {
  addHandover,
  type HandoverRow,
  listHandovers,
  previewHandover,
  shiftHandover,
  takeHandover,
  withdrawHandover,
} from '../../model/handover/handover.calls.ts'
import { handoverStatus } from '../../model/handover/handover.status.ts'
import { OpenWorkList } from './open-work.tsx'

const size = 10
export interface HandedShift {
  readonly workgroup_id: string
  readonly shift_name: string
  readonly timestamp_range: readonly [number, number]
}
interface HandoverDrawerProps {
  /** The shift that may be handed over; or why none may. */
  shift: HandedShift | Text
  workgroup_id: string | undefined
  onClose: () => void
}
/** What was handed over, the latest first; whoever goes on takes it here. */
export function HandoverDrawer({ shift, workgroup_id, onClose }: HandoverDrawerProps) {
  const say = useSay()
  const [page, setPage] = useState(1)
  const [giving, setGiving] = useState<HandedShift>()
  const [taking, setTaking] = useState<HandoverRow>()
  const found = useCall(
    listHandovers,
    { page, page_size: size, ...(workgroup_id === undefined ? {} : { workgroup_id }) },
    { keepPrevious: true },
  )
  const whyNot = 'workgroup_id' in shift ? undefined : shift
  const rows = found.data?.result ?? []
  return (
    <DetailDrawer
      open
      wide
      title={text('交接班', 'Shift hand-over')}
      onClose={onClose}
      actions={[
        {
          title: text('交班', 'Hand over'),
          whyNot,
          run: needing(addHandover, () => ('workgroup_id' in shift ? setGiving(shift) : undefined)),
        },
      ]}
    >
      {found.error ? (
        <ErrorState failure={found.error} retry={found.refetch} />
      ) : !found.data ? (
        <RowsSkeleton rows={3} />
      ) : rows.length === 0 ? (
        <EmptyState
          text={text(
            '还没有交接班记录。选择班组和班次后可以交班。',
            'Nothing was handed over yet. Choose a group and a shift, then hand over.',
          )}
        />
      ) : (
        <ul className="qt-handovers" aria-label={say(text('交接班', 'Shift hand-over'))}>
          {rows.map(row => (
            <Handover key={row.id} of={row} onTake={() => setTaking(row)} />
          ))}
        </ul>
      )}
      {found.data && found.data.total > size ? (
        <Pager fixed page={page} size={size} total={found.data.total} onChange={next => setPage(next)} />
      ) : null}
      {giving ? <GiveDialog shift={giving} onClose={() => setGiving(undefined)} /> : null}
      {taking ? <TakeDialog of={taking} onClose={() => setTaking(undefined)} /> : null}
    </DetailDrawer>
  )
}

function Handover({ of, onTake }: { of: HandoverRow; onTake: () => void }) {
  const say = useSay()
  const { user } = useSession()
  const withdraw = useCommand(withdrawHandover, { refreshes: [listHandovers] })
  const isOpen = of.status === handoverStatus.codes.given
  return (
    <li>
      <p>
        <StatusTag of={handoverStatus.stateOf(of.status)} /> <strong>{of.workgroup_name}</strong> {of.shift_name} ·{' '}
        <Instant at={of.start_time} />
      </p>
      <p>
        {of.giver_name} <Instant at={of.given_time} /> → {of.taker_name}{' '}
        {of.taken_time === null ? null : <Instant at={of.taken_time} />}
      </p>
      {of.note ? <p>{of.note}</p> : null}
      {of.answer ? (
        <p className="qt-secondary">
          {say(shiftHandover.fields.answer.title)}：{of.answer}
        </p>
      ) : null}
      <details>
        <summary>
          {say(
            text(
              '{tasks} 个未完任务，{calls} 个呼叫，{stops} 次停机',
              '{tasks} open tasks, {calls} calls, {stops} stops',
            ),
            {
              tasks: of.open_work.tasks.length + of.open_work.more_tasks,
              calls: of.open_work.calls.length,
              stops: of.open_work.stops.length,
            },
          )}
        </summary>
        <OpenWorkList of={of.open_work} />
      </details>
      {isOpen && of.taker_id === user.id ? (
        <ActButton
          primary
          size="small"
          act={{ title: text('接班', 'Take over'), run: needing(takeHandover, onTake) }}
        />
      ) : null}
      {isOpen && of.giver_id === user.id ? (
        <ActButton
          size="small"
          act={{
            title: text('撤回', 'Take back'),
            ask: {
              title: text('撤回这次交班？', 'Take this hand-over back?'),
              detail: text('撤回后可以重新交班。', 'The shift can be handed over anew.'),
              objects: [`${of.workgroup_name} ${of.shift_name}`],
            },
            run: withdraw.with({ id: of.id, row_version: of.row_version }),
          }}
        />
      ) : null}
    </li>
  )
}

interface Given {
  taker_id: string | null
  note: string | null
}
function GiveDialog({ shift, onClose }: { shift: HandedShift; onClose: () => void }) {
  const say = useSay()
  const { workgroup_id, shift_name } = shift
  const timestamp_range: [number, number] = [...shift.timestamp_range]
  const give = useCommand(addHandover, { refreshes: [listHandovers] })
  const preview = useCall(previewHandover, { workgroup_id, timestamp_range })
  return (
    <DialogForm<Given>
      open
      title={say(text('交班：{shift}', 'Hand over: {shift}'), { shift: shift_name })}
      values={{ taker_id: null, note: null }}
      save={saveWith(
        give,
        ({ taker_id, note }: Given) => ({ workgroup_id, timestamp_range, shift_name, taker_id: taker_id ?? '', note }),
        text('交班', 'Hand over'),
      )}
      onClose={onClose}
    >
      {preview.error ? (
        <ErrorState failure={preview.error} retry={preview.refetch} />
      ) : preview.data ? (
        <OpenWorkList of={preview.data} />
      ) : (
        <RowsSkeleton rows={3} />
      )}
      <Field of={shiftHandover} name="taker_id" />
      <Field of={shiftHandover} name="note" wide />
    </DialogForm>
  )
}

function TakeDialog({ of, onClose }: { of: HandoverRow; onClose: () => void }) {
  const say = useSay()
  const take = useCommand(takeHandover, { refreshes: [listHandovers] })
  return (
    <DialogForm<{ answer: string | null }>
      open
      title={say(text('接班：{group} {shift}', 'Take over: {group} {shift}'), {
        group: of.workgroup_name,
        shift: of.shift_name,
      })}
      values={{ answer: null }}
      save={saveWith(
        take,
        ({ answer }: { answer: string | null }) => ({ id: of.id, row_version: of.row_version, answer }),
        text('确认接班', 'I take over'),
      )}
      onClose={onClose}
    >
      {of.note ? <p>{of.note}</p> : null}
      <OpenWorkList of={of.open_work} />
      <Field of={shiftHandover} name="answer" wide />
    </DialogForm>
  )
}
