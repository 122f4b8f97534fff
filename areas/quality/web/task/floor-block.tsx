import { textField } from '@qitao/core/field.ts'
import { text } from '@qitao/core/text.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { FormDrawer } from '@qitao/platform/web/form/form-drawer.tsx'
import { ActButton } from '@qitao/platform/web/list/act-button.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { Instant } from '@qitao/platform/web/show/instant.tsx'
import { Alert } from 'antd'
import { useState } from 'react'
import { blocks } from '../../model/scheme/scheme.status.ts'
import { type TaskRow, taskCalls } from '../../model/task/task.calls.ts'
import { qcTask } from '../../model/task/task.record.ts'
import { judgedAnswers } from '../refreshes.ts'

/** What may not be reported as long as pieces in work have not passed, and who has let it go on. */
export function FloorBlock({ task }: { task: TaskRow }) {
  const say = useSay()
  const [opens, setOpens] = useState(false)
  const lift = useCommand(taskCalls.lift, { refreshes: judgedAnswers })
  if (task.lifted_time !== null)
    return (
      <Alert
        type="info"
        showIcon
        title={
          <>
            {say(text('已放行：{reason}', 'Let go: {reason}'), { reason: task.lift_reason ?? '' })}{' '}
            <span className="qt-secondary">
              {task.lifted_by_name} <Instant at={task.lifted_time} />
            </span>
          </>
        }
      />
    )
  if (!task.holds) return null
  return (
    <>
      <Alert
        type="warning"
        showIcon
        title={say(text('合格前不得报工：{what}', 'Not reported until it passes: {what}'), {
          what: say(blocks.stateOf(task.blocks)),
        })}
        action={
          <ActButton act={{ title: text('放行', 'Let go'), run: needing(taskCalls.lift, () => setOpens(true)) }} />
        }
      />
      {opens ? (
        <FormDrawer<{ lift_reason: string | null }>
          open
          title={text('放行报工', 'Let reports go on')}
          values={{ lift_reason: null }}
          save={saveWith(lift, ({ lift_reason }: { lift_reason: string | null }) => ({
            id: task.id,
            row_version: task.row_version,
            reason: lift_reason,
          }))}
          onClose={() => setOpens(false)}
        >
          <Field of={liftForm} name="lift_reason" autoFocus />
          <p className="qt-secondary">
            {say(
              text(
                '检验任务仍须完成；放行的人和原因留在任务上',
                'The inspection is still to be done; who let it go and why stays with the task',
              ),
            )}
          </p>
        </FormDrawer>
      ) : null}
    </>
  )
}
/** As a field that is filled in. */
const liftForm = { ...qcTask, fields: { lift_reason: textField('放行原因', 'Reason for letting go') } }
