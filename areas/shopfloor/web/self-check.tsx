import { text } from '@qitao/core/text.ts'
import { typedNumber } from '@qitao/platform/web/form/number-text.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { itemKind } from '@qitao/quality/model/scheme/method.record.ts'
import { choicesIn } from '@qitao/quality/model/scheme/method.rules.ts'
import { conforms, passFail } from '@qitao/quality/model/task/task.rules.ts'
import { type Checked, type CheckItem, limitsOf } from './self-checked.ts'

interface SelfCheckProps {
  items: readonly CheckItem[]
  value: Checked
  onChange: (next: Checked) => void
  /** As the page around it has them. */
  classes: { button: string; row: string; field: string; problem: string }
}
/** What who makes the pieces finds of them: figures against their limits, what passes or fails, and why something is out. */
export function SelfCheck({ items, value, onChange, classes }: SelfCheckProps) {
  const say = useSay()
  const set = (id: string, next: string) => onChange({ ...value, values: { ...value.values, [id]: next } })
  const found = items.map(item => ({ item, typed: value.values[item.id] ?? '' }))
  const isOut = found.some(({ item, typed }) => typed !== '' && conforms(item, typed) === false)
  return (
    <section aria-label={say(title)}>
      <strong>{say(title)}</strong>
      {found.map(({ item, typed }) => {
        const { id, name, kind, standard, required } = item
        const words = [`${name}${required ? ' *' : ''}`, limitsOf(item), standard].filter(Boolean).join(' · ')
        const fails = typed !== '' && conforms(item, typed) === false
        if (kind === itemKind.codes.number)
          return (
            <label key={id} className={classes.field}>
              <span>{words}</span>
              <input
                inputMode="decimal"
                autoComplete="off"
                aria-invalid={fails || undefined}
                value={typed}
                onChange={event => set(id, typedNumber(event.target.value, 6))}
              />
              {fails ? <span className={classes.problem}>{say(outOfLimits)}</span> : null}
            </label>
          )
        const choices =
          kind === itemKind.codes.choice
            ? choicesIn(item.choices).map(choice => [choice, choice] as const)
            : ([
                [passFail.pass, say(text('合格', 'Pass'))],
                [passFail.fail, say(text('不合格', 'Fail'))],
              ] as const)
        return (
          <fieldset key={id} className={classes.row} aria-label={name}>
            <legend>{words}</legend>
            {choices.map(([choice, label]) => (
              <button
                key={choice}
                type="button"
                className={classes.button}
                aria-pressed={typed === choice}
                onClick={() => set(id, typed === choice ? '' : choice)}
              >
                {label}
              </button>
            ))}
            {fails ? <span className={classes.problem}>{say(outOfLimits)}</span> : null}
          </fieldset>
        )
      })}
      {isOut ? (
        <label className={classes.field}>
          <span>{say(text('超出要求的原因 *', 'Why it is out of its limits *'))}</span>
          <input
            maxLength={255}
            value={value.reason}
            onChange={event => onChange({ ...value, reason: event.target.value })}
          />
        </label>
      ) : null}
    </section>
  )
}
const title = text('自检', 'Self-check')
const outOfLimits = text('超出要求，质检会收到', 'Out of its limits: QC is told')
