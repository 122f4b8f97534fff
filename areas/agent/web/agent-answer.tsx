import { text } from '@qitao/core/text.ts'
import { go } from '@qitao/platform/web/frame/navigation.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { Button } from 'antd'
import type { AnswerTable, References } from '../model/agent.calls.ts'

interface AnswerProps {
  answer: string
  references: References
  onAsk: (question: string) => void
}
/** An answer, the rows that it rests on, the calls that they came from, and what may be asked instead. */
export function AgentAnswer({ answer, references, onAsk }: AnswerProps) {
  const say = useSay()
  const { tables, evidence, suggestions } = references
  return (
    <div className="qt-agent-answer">
      <p>{answer}</p>
      {tables.map(table => (
        <Rows key={table.title} table={table} />
      ))}
      {suggestions.length > 0 ? (
        <p className="qt-agent-suggestions">
          {suggestions.map(example => (
            <Button key={example} size="small" onClick={() => onAsk(example)}>
              {example}
            </Button>
          ))}
        </p>
      ) : null}
      {evidence.length > 0 ? (
        <details className="qt-secondary">
          <summary>{say(text('依据', 'Evidence'))}</summary>
          <ul>
            {evidence.map(({ path, title, input, total }) => (
              <li key={`${path} ${JSON.stringify(input)}`}>
                {title} <code>{path}</code> <code>{JSON.stringify(input)}</code>
                {total === null ? null : ` ${say(text('{total} 行', '{total} rows'), { total })}`}
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </div>
  )
}

function Rows({ table: { title, columns, rows, total } }: { table: AnswerTable }) {
  const say = useSay()
  return (
    <figure className="qt-agent-rows">
      <table>
        <caption>
          {title}
          {total > rows.length
            ? say(text('（前 {shown} 行，共 {total} 行）', ' (first {shown} of {total})'), {
                shown: rows.length,
                total,
              })
            : null}
        </caption>
        <thead>
          <tr>
            {columns.map(column => (
              <th key={column.title} className={column.numeric ? 'qt-agent-number' : undefined}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ cells, link }, index) => (
            <tr key={index}>
              {cells.map((cell, at) => (
                <td key={columns[at]!.title} className={columns[at]!.numeric ? 'qt-agent-number' : undefined}>
                  {at === 0 && link ? (
                    <button type="button" className="qt-link" onClick={() => go(link)}>
                      {cell}
                    </button>
                  ) : (
                    cell
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}
