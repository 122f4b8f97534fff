import { text } from '@qitao/core/text.ts'
import { daySeconds } from '@qitao/core/time.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { EmptyState } from '@qitao/platform/web/show/empty-state.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { useOrgDate } from '@qitao/platform/web/show/org-date.ts'
import { RowsSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { Button, Tag } from 'antd'
import { processCalls } from '../model/process/process.calls.ts'
import { skillCalls } from '../model/resource/skill.calls.ts'
import type { SkillRow } from '../model/resource/skill.record.ts'
import { isValid } from '../model/resource/skill.rules.ts'
import './masterdata.css'

const soonDays = 30

/** People down, processes across: the level of each, what ends soon, and how many cover a process that asks for a skill. */
export function SkillMatrix({ onList, onGroups }: { onList: () => void; onGroups: () => void }) {
  const say = useSay()
  const dates = useOrgDate()
  const skills = useCall(skillCalls.list, { page_size: -1 })
  const processes = useCall(processCalls.list, { page_size: -1, statuses: [1] })
  const error = skills.error ?? processes.error
  const now = dates.startOfDay(dates.today())
  const rows = skills.data?.result ?? []
  const shown = (processes.data?.result ?? []).filter(
    ({ id, skill_level }) => skill_level > 0 || rows.some(row => row.process_id === id),
  )
  const people = [...Map.groupBy(rows, row => row.user_id)].map(([id, own]) => ({ id, name: own[0]!.user_name, own }))
  return (
    <div className="qt-page">
      <div className="qt-list-head">
        <span className="qt-secondary">
          {say(
            text(
              '格中为技能等级；红色已失效，橙色30天内到期。覆盖：达到要求且有效的人数。',
              'Cells hold the level: red has ended, orange ends within 30 days. Cover: people who have what is asked for.',
            ),
          )}
        </span>
        <div className="qt-toolbar">
          <Button onClick={onGroups}>{say(text('班组', 'Workgroups'))}</Button>
          <Button onClick={onList}>{say(text('技能清单', 'Skill list'))}</Button>
        </div>
      </div>
      {error ? (
        <ErrorState failure={error} retry={() => void Promise.all([skills.refetch(), processes.refetch()])} />
      ) : skills.isPending || processes.isPending ? (
        <RowsSkeleton />
      ) : shown.length === 0 ? (
        <EmptyState
          text={text(
            '还没有技能。在技能清单中登记，或在工序中要求技能等级。',
            'There are no skills yet. Enter them in the list, or ask for one at a process.',
          )}
        />
      ) : (
        <div className="qt-tree-box">
          <table className="qt-plain-table qt-md-skills">
            <thead>
              <tr>
                <th>{say(text('人员', 'Person'))}</th>
                {shown.map(({ id, name, skill_level }) => (
                  <th key={id}>
                    {name} {skill_level > 0 ? `≥${skill_level}` : null}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {people.map(({ id, name, own }) => (
                <tr key={id}>
                  <th scope="row">{name}</th>
                  {shown.map(process => (
                    <td key={process.id}>
                      <Level of={own.find(row => row.process_id === process.id)} now={now} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row">{say(text('覆盖', 'Cover'))}</th>
                {shown.map(({ id, skill_level }) => {
                  const count = rows.filter(
                    row => row.process_id === id && row.level >= skill_level && isValid(row, now),
                  ).length
                  return (
                    <td key={id}>
                      {count < 2 && skill_level > 0 ? <Tag color={count === 0 ? 'red' : 'orange'}>{count}</Tag> : count}
                    </td>
                  )
                })}
              </tr>
            </tfoot>
          </table>
        </div>
      )}
    </div>
  )
}

function Level({ of, now }: { of: SkillRow | undefined; now: number }) {
  const dates = useOrgDate()
  if (!of) return <span className="qt-none">—</span>
  const title = of.valid_to === null ? '' : dates.dayOf(of.valid_to)
  if (!isValid(of, now)) return <Tag color="red" title={title}>{`${of.level} ${title}`}</Tag>
  if (!isValid(of, now + soonDays * daySeconds)) return <Tag color="orange" title={title}>{`${of.level} ${title}`}</Tag>
  return <span title={title}>{of.level}</span>
}
