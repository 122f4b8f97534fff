import { add, isEqual, isPositive } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { NumberInput } from '@qitao/platform/web/form/number-input.tsx'
import { ActButton } from '@qitao/platform/web/list/act-button.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { Alert, Button, Input, Select } from 'antd'
import { useState } from 'react'
import { type TaskRow, taskCalls } from '../../model/task/task.calls.ts'
import { qcTask } from '../../model/task/task.record.ts'
import { judgedAnswers } from '../refreshes.ts'
import { type JudgedParts, noParts, verdict, whyNotJudged, withPart } from './judge-parts.ts'

interface JudgePanelProps {
  task: TaskRow
  /** Pieces of which some value does not conform, as they stand in the grid. */
  seen: number
  /** Numbers of the pieces, where they came with them, and of those of which some value does not conform. */
  pieces: readonly string[]
  badPieces: readonly string[]
  /** Keeps what was measured; answers the version to judge, undefined when it was refused. */
  keep: () => Promise<number | undefined>
}
const zero = '0'
/** The lot: accepted, accepted by concession, or refused, in parts that add up. */
export function JudgePanel({ task, seen, pieces, badPieces, keep }: JudgePanelProps) {
  const say = useSay()
  const submit = useCommand(taskCalls.submit, { refreshes: judgedAnswers })
  const [typed, setNonconforming] = useState<string | null>(null)
  const nonconforming = typed === null ? seen : Number(typed)
  const quantity = add(task.quantity, zero)
  const [parts, setParts] = useState<JudgedParts>({ ...noParts, passed: quantity })
  const [isPassedTyped, setPassedTyped] = useState(false)
  const [picked, setPicked] = useState<readonly string[] | null>(null)
  const [reason, setReason] = useState('')
  const [remark, setRemark] = useState('')
  const said = verdict(parts, { nonconforming, accept_number: task.accept_number })
  const whyNot = whyNotJudged(parts, quantity, task.unit_name)
  const { fields } = qcTask
  const anyFailed = isPositive(parts.failed ?? zero)
  const isAllFailed = isEqual(parts.failed ?? zero, quantity)
  const proposed = isAllFailed ? pieces : pieces.filter(number => badPieces.includes(number.trim()))
  const failedSerials = anyFailed ? [...(picked ?? proposed)] : []
  const judge = async () => {
    const row_version = await keep()
    if (row_version === undefined) return
    await submit.run({
      ...{ id: task.id, row_version, nonconforming, reason: reason.trim() || null, remark: remark.trim() || null },
      passed_quantity: parts.passed ?? zero,
      concession_quantity: parts.concession ?? zero,
      failed_quantity: parts.failed ?? zero,
      ...(pieces.length > 0 ? { failed_serials: failedSerials } : {}),
    })
  }
  const all = (of: Partial<JudgedParts>) => {
    setPassedTyped(false)
    setParts({ ...noParts, ...of })
  }
  const input = (name: keyof JudgedParts) => {
    const title = say(fields[`${name}_quantity`].title)
    return (
      <div className="qt-qc-field">
        <span aria-hidden>{title}</span>
        <NumberInput
          value={parts[name]}
          decimals={task.unit_precision}
          unit={task.unit_name}
          aria-label={title}
          onChange={value => {
            if (name === 'passed') setPassedTyped(true)
            setParts(before => withPart(before, name, value, { quantity, isTyped: isPassedTyped }))
          }}
        />
      </div>
    )
  }
  return (
    <section className="qt-qc-part" aria-label={say(text('判定', 'Judge'))}>
      <h3>{say(text('判定', 'Judge'))}</h3>
      <Alert type={said.type} showIcon title={say(said.title)} />
      <div className="qt-qc-acts" style={{ marginBlock: 8 }}>
        <Button onClick={() => all({ passed: quantity })}>{say(text('全部合格', 'All pass'))}</Button>
        <Button onClick={() => all({ concession: quantity })}>{say(text('全部让步', 'All by concession'))}</Button>
        <Button onClick={() => all({ failed: quantity })}>{say(text('全部不合格', 'All fail'))}</Button>
      </div>
      <div className="qt-qc-judge">
        <div className="qt-qc-field">
          <span aria-hidden>{say(fields.nonconforming.title)}</span>
          <NumberInput
            value={String(nonconforming)}
            decimals={0}
            aria-label={say(fields.nonconforming.title)}
            onChange={value => setNonconforming(value ?? '0')}
          />
        </div>
        {input('passed')}
        {input('concession')}
        {input('failed')}
        {pieces.length > 0 && anyFailed ? (
          <div className="qt-qc-field qt-qc-pieces">
            <span aria-hidden>{say(text('不合格序列号', 'Serial numbers that failed'))}</span>
            <Select<string[]>
              mode="multiple"
              value={failedSerials}
              aria-label={say(text('不合格序列号', 'Serial numbers that failed'))}
              options={pieces.map(value => ({ value }))}
              tokenSeparators={[' ', ',', ';']}
              onChange={setPicked}
            />
          </div>
        ) : null}
        {isPositive(parts.concession ?? zero) ? (
          <div className="qt-qc-field">
            <span aria-hidden>{say(fields.reason.title)}</span>
            <Input
              value={reason}
              maxLength={255}
              aria-label={say(fields.reason.title)}
              onChange={event => setReason(event.target.value)}
            />
          </div>
        ) : null}
        <div className="qt-qc-field">
          <span aria-hidden>{say(fields.remark.title)}</span>
          <Input
            value={remark}
            maxLength={255}
            aria-label={say(fields.remark.title)}
            onChange={event => setRemark(event.target.value)}
          />
        </div>
      </div>
      <div className="qt-qc-acts">
        <ActButton
          primary
          loading={submit.pending}
          act={{
            title: text('提交判定', 'Submit the judgement'),
            run: needing(taskCalls.submit, judge),
            whyNot,
          }}
        />
        {whyNot ? (
          <span className="qt-late" role="status">
            {say(whyNot)}
          </span>
        ) : null}
      </div>
    </section>
  )
}
