import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { shortDuration } from '@qitao/platform/web/gantt/header-tiers.ts'
import { ActButton } from '@qitao/platform/web/list/act-button.tsx'
import { useLanguage, useSay } from '@qitao/platform/web/session/language.ts'
import { EmptyState } from '@qitao/platform/web/show/empty-state.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { useOrgDate } from '@qitao/platform/web/show/org-date.ts'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { RowsSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import { Button, Modal } from 'antd'
import { type ReactNode, useState } from 'react'
import { countMos, listMos, showMo, showMoBom } from '../../model/mo/mo.calls.ts'
import { moStatus } from '../../model/mo/mo.status.ts'
import { followRecipe, queryRecipeChanges, type RecipeChange } from '../../model/mo/recipe-change.calls.ts'
import '../manufacturing.css'

type Step = NonNullable<RecipeChange['steps'][number]['before']>
const wide = 720

/** Says that an order is made otherwise than the recipe in force says, and opens what differs. */
export function RecipeMark({ mo_id }: { mo_id: string }) {
  const say = useSay()
  const [isOpen, setOpen] = useState(false)
  const change = useCall(queryRecipeChanges, { mo_ids: [mo_id] }).data?.result[0]
  if (!change) return null
  const count = change.steps.length + change.components.length
  return (
    <p className="qt-drawer-note">
      <button type="button" className="qt-link qt-late" onClick={() => setOpen(true)}>
        {say(text('工艺或用料已变更：{count}处与现行不同', 'The recipe has changed since: {count} differences'), {
          count,
        })}
      </button>
      {isOpen ? <RecipeChangeDialog mo_ids={[mo_id]} onClose={() => setOpen(false)} /> : null}
    </p>
  )
}

/** What differs, order by order, before those of them that nothing is planned of are made by the recipe in force. */
export function RecipeChangeDialog({ mo_ids, onClose }: { mo_ids: readonly string[]; onClose: () => void }) {
  const say = useSay()
  const found = useCall(queryRecipeChanges, { mo_ids: [...mo_ids] })
  const follow = useCommand(followRecipe, {
    refreshes: [queryRecipeChanges, listMos, countMos, showMo, showMoBom],
    done: onClose,
  })
  const changes = found.data?.result ?? []
  const ready = changes.filter(({ status }) => moStatus.can('follow_recipe', status))
  return (
    <Modal
      open
      width={wide}
      title={say(text('与现行工艺的差异', 'What differs from the recipe in force'))}
      onCancel={onClose}
      footer={
        <div className="qt-foot">
          <ActButton
            primary
            loading={follow.pending}
            act={{
              title: text(`更新${ready.length}个工单`, `Update ${ready.length}`),
              whyNot:
                ready.length > 0
                  ? undefined
                  : changes.length > 0
                    ? text('没有待办工单：请先退回待办', 'None of them is to-do: return them to to-do first')
                    : text('没有差异', 'Nothing differs'),
              run: follow.with(() => ({ mos: ready.map(({ mo_id, digest }) => ({ id: mo_id, digest })) })),
            }}
          />
          <Button onClick={onClose}>{say(text('取消', 'Cancel'))}</Button>
        </div>
      }
    >
      {found.error && !found.data ? (
        <ErrorState failure={found.error} retry={found.refetch} />
      ) : !found.data ? (
        <RowsSkeleton rows={4} />
      ) : changes.length === 0 ? (
        <EmptyState text={text('这些工单与现行工艺一致', 'These work orders are made as the recipe in force says')} />
      ) : (
        <>
          <p className="qt-secondary">
            {say(
              text(
                '更新后工序和用料按现行工艺重建，已分配的物料释放，需重新检查齐套。已计划的工单请先退回待办。',
                'Steps and components are made anew by the recipe in force; material that is assigned is given back, and kits are to be checked again. What is planned is returned to to-do first.',
              ),
            )}
          </p>
          <div className="qt-recipe-changes">
            {changes.map(change => (
              <Differences key={change.mo_id} of={change} />
            ))}
          </div>
        </>
      )}
    </Modal>
  )
}

function Differences({ of: { mo_no, status, start_time, steps, components } }: { of: RecipeChange }) {
  const say = useSay()
  const { dayOf } = useOrgDate()
  return (
    <section>
      <div className="qt-item-head">
        <strong>{mo_no}</strong>
        <StatusTag of={moStatus.stateOf(status)} />
        {start_time === null ? null : (
          <span className="qt-secondary">
            {say(text('按{day}开工有效的用料', 'Components valid on {day}, when it begins'), {
              day: dayOf(start_time),
            })}
          </span>
        )}
      </div>
      <ul className="qt-items">
        {steps.map(({ sequence, before, after }) => (
          <Difference
            key={sequence}
            name={`${sequence} ${(after ?? before)!.process_name}`}
            {...{ before, after }}
            shown={(side, other) => <StepText of={side} other={other} />}
          />
        ))}
        {components.map(({ material_id, material_code, material_name, unit_name, before, after }) => (
          <Difference
            key={`${material_id} ${before?.sequence} ${after?.sequence}`}
            name={`${material_code} ${material_name}`}
            {...{ before, after }}
            shown={({ quantity_per, sequence }) => (
              <>
                <Quantity value={quantity_per} unit={unit_name} />
                {sequence === null ? null : ` ${say(text('工序{sequence}', 'at step {sequence}'), { sequence })}`}
              </>
            )}
          />
        ))}
      </ul>
    </section>
  )
}

function Difference<T>({
  name,
  before,
  after,
  shown,
}: {
  name: string
  before: T | null
  after: T | null
  shown: (side: T, other: T | null) => ReactNode
}) {
  const say = useSay()
  return (
    <li className="qt-item qt-item-head">
      <span>{name}</span>
      <span>
        {before === null ? say(text('新增', 'New')) : shown(before, after)}
        {' → '}
        {after === null ? say(text('取消', 'Gone')) : shown(after, before)}
      </span>
    </li>
  )
}

/** Of a step what the other side has not alike. */
function StepText({ of, other }: { of: Step; other: Step | null }) {
  const say = useSay()
  const language = useLanguage()
  const parts = [
    (other === null || of.process_name !== other.process_name) && of.process_name,
    other !== null &&
      of.wait_seconds !== other.wait_seconds &&
      say(text('等待{time}', 'wait {time}'), { time: shortDuration(of.wait_seconds, language) }),
    other !== null &&
      of.overlap_quantity !== other.overlap_quantity &&
      say(text('转移批量{quantity}', 'transfer batch {quantity}'), { quantity: of.overlap_quantity ?? '—' }),
    other !== null &&
      of.next_sequences.join() !== other.next_sequences.join() &&
      say(text('后续工序{next}', 'next step {next}'), { next: of.next_sequences.join(', ') || '—' }),
  ]
  return parts.filter(part => part !== false).join(say(text('，', ', ')))
}
