import { add, isPositive } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { isWrongNumber, typedNumber } from '@qitao/platform/web/form/number-text.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { useState } from 'react'
import { type DefectLine, filledLines, toggled, whyNotAll } from '../../model/reason/defects.rules.ts'
import type { ReasonGroup } from '../../model/reason/scrap-reason.record.ts'
import { report } from '../../model/report.calls.ts'
import { ReasonChoice } from './reason-choice.tsx'

interface ReasonLinesProps {
  tree: readonly ReasonGroup[]
  /** Those that were given lately, where the company keeps none. */
  lately: readonly string[]
  value: readonly DefectLine[]
  onChange: (next: readonly DefectLine[]) => void
  /** All that is bad. */
  scrap: string
  decimals: number
  /** As the page around it has them. */
  classes: { button: string; row: string; field: string; problem: string }
}
/** Why pieces were bad: one reason for all of them, or several with how many of each; the one left blank has the rest. */
export function ReasonLines({ tree, lately, value, onChange, scrap, decimals, classes }: ReasonLinesProps) {
  const say = useSay()
  const [own, setOwn] = useState('')
  const title = report.fields.defect_reason.title
  const filled = filledLines(value, scrap)
  const problem = whyNotAll(value, scrap)
  const choose = (reason: string) => onChange(toggled(value, reason))
  const known = new Set([...tree.flatMap(({ reasons }) => reasons), ...lately])
  /** What is typed is taken when the field is left, so that the words grow together. */
  const takeOwn = () => {
    const reason = own.trim()
    setOwn('')
    if (reason && !value.some(line => line.reason === reason)) onChange([...value, { reason, quantity: '' }])
  }
  const others = value.map(({ reason }) => reason).filter(reason => !known.has(reason))
  return (
    <>
      <ReasonChoice
        tree={tree}
        value={value.map(({ reason }) => reason)}
        onChange={choose}
        className={classes.button}
        rowClassName={classes.row}
      />
      {tree.length === 0 || others.length > 0 ? (
        <fieldset className={classes.row} aria-label={say(title)}>
          {[...(tree.length === 0 ? lately : []), ...others].map(reason => (
            <button
              key={reason}
              type="button"
              className={classes.button}
              aria-pressed={value.some(line => line.reason === reason)}
              onClick={() => choose(reason)}
            >
              {reason}
            </button>
          ))}
        </fieldset>
      ) : null}
      <label className={classes.field}>
        <span>{say(value.length === 0 ? title : text('再加一个原因', 'One more reason'))}</span>
        <input
          maxLength={100}
          value={own}
          placeholder={say(text('填写不良原因', 'Why they are bad'))}
          onChange={event => setOwn(event.target.value)}
          onBlur={takeOwn}
          onKeyDown={event => event.key === 'Enter' && takeOwn()}
        />
      </label>
      {value.length > 1
        ? value.map(({ reason, quantity }, index) => (
            <label key={reason} className={classes.field}>
              <span>{say(text('{reason} 的数量', 'How many: {reason}'), { reason })}</span>
              <input
                inputMode="decimal"
                autoComplete="off"
                aria-invalid={isWrongNumber(quantity, decimals) || undefined}
                value={quantity}
                placeholder={isPositive(filled[index]?.quantity || '0') ? add(filled[index]!.quantity, '0') : '0'}
                onChange={event =>
                  onChange(
                    value.map(line =>
                      line.reason === reason ? { reason, quantity: typedNumber(event.target.value, decimals) } : line,
                    ),
                  )
                }
              />
            </label>
          ))
        : null}
      {problem ? (
        <p className={classes.problem} role="alert">
          {say(problem)}
        </p>
      ) : null}
    </>
  )
}
