import { isPositive } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { DayText } from '@qitao/platform/web/show/instant.tsx'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import type { OpenLine } from './open-line.ts'
import '../supply-uses.css'

/** Lines that something is done to: what is open of each, and when it comes as things stand. */
export function LinesShown({ lines }: { lines: readonly OpenLine[] }) {
  const say = useSay()
  return (
    <ul className="qt-uses qt-lines-shown">
      {lines.map(({ line_id, line_no, material_words, open_quantity, announced_quantity, unit_name, eta }) => (
        <li key={line_id}>
          <span className="qt-uses-what">
            {line_no}. {material_words}
          </span>
          <Quantity value={open_quantity} unit={unit_name} />
          <span className="qt-secondary">
            {say(text('现预计', 'now'))} <DayText of={eta} />
            {announced_quantity && isPositive(announced_quantity) ? (
              <>
                {' · '}
                {say(text('已通知', 'announced'))} <Quantity value={announced_quantity} />
              </>
            ) : null}
          </span>
        </li>
      ))}
    </ul>
  )
}
