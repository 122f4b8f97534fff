// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: cells of a grid, of the ARIA pattern
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus for its cells
import { CopyOutlined, DeleteOutlined, ExclamationCircleFilled } from '@ant-design/icons'
import { text } from '@qitao/core/text.ts'
import { Button, ConfigProvider, Tooltip } from 'antd'
import { memo } from 'react'
import { FieldInput } from '../form/field-input.tsx'
import type { PickedRow } from '../form/pickers.ts'
import { besideReference, FieldValue } from '../list/columns.tsx'
import { useSay } from '../session/language.ts'
import { isNumeric, type LineCellSpec } from './line-columns.ts'
import { type Line, unreadOf } from './line-marks.ts'

interface LineRowProps {
  line: Line
  index: number
  cells: readonly LineCellSpec<Line>[]
  /** Column of the active cell, -1 when it is in another row. */
  active: number
  editing: boolean
  problems: Readonly<Record<string, string>> | undefined
  readOnly: boolean
  /** There is no room for another line. */
  full: boolean
  onEnter: (index: number, cell: number) => void
  onChange: (index: number, name: string, value: unknown, picked?: PickedRow) => void
  /** Undefined where no lines come besides those that are there. */
  onCopy: ((index: number) => void) | undefined
  onRemove: (index: number) => void
}

export const LineRow = memo(function LineRow({
  line,
  index,
  cells,
  active,
  editing,
  problems,
  readOnly,
  full,
  onEnter,
  onChange,
  onCopy,
  onRemove,
}: LineRowProps) {
  const say = useSay()
  return (
    <tr aria-rowindex={index + 2}>
      <th scope="row" className="qt-line-no qt-number">
        {index + 1}
      </th>
      {cells.map((cell, at) => {
        const problem = problems?.[cell.name]
        const open = editing && active === at && cell.editable(line)
        const classes = [
          'qt-cell',
          cell.editable(line) ? 'qt-can-edit' : '',
          active === at ? 'qt-active' : '',
          isNumeric(cell.field) ? 'qt-end' : '',
          problem ? 'qt-wrong' : '',
        ]
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the table, which holds the focus
          <td
            key={cell.name}
            role="gridcell"
            className={classes.join(' ')}
            aria-selected={active === at}
            aria-invalid={problem !== undefined}
            onClick={() => !open && onEnter(index, at)}
          >
            {open && cell.field ? (
              <ConfigProvider variant="borderless">
                <FieldInput
                  of={cell.field}
                  autoFocus
                  inCell
                  decimals={cell.decimals}
                  known={besideReference(line, cell.name)}
                  value={(isNumeric(cell.field) && unreadOf(line)[cell.name]?.written) || line[cell.name]}
                  onChange={(value, picked) => onChange(index, cell.name, value, picked)}
                />
              </ConfigProvider>
            ) : (
              <span className="qt-cell-value">
                {unreadOf(line)[cell.name] ? (
                  <span title={unreadOf(line)[cell.name]!.written}>{unreadOf(line)[cell.name]!.written}</span>
                ) : cell.show ? (
                  cell.show(line)
                ) : (
                  <FieldValue field={cell.field} kind={cell.field?.kind} name={cell.name} row={line} />
                )}
              </span>
            )}
            {problem ? (
              <Tooltip title={problem}>
                <ExclamationCircleFilled className="qt-wrong-icon" aria-label={problem} />
              </Tooltip>
            ) : null}
          </td>
        )
      })}
      {readOnly ? null : (
        <td className="qt-line-acts">
          {onCopy ? (
            <Button
              type="text"
              size="small"
              tabIndex={-1}
              disabled={full}
              icon={<CopyOutlined aria-hidden />}
              aria-label={say(text('复制第{row}行', 'Copy row {row}'), { row: index + 1 })}
              onClick={() => onCopy(index)}
            />
          ) : null}
          <Button
            type="text"
            size="small"
            tabIndex={-1}
            icon={<DeleteOutlined aria-hidden />}
            aria-label={say(text('删除第{row}行', 'Remove row {row}'), { row: index + 1 })}
            onClick={() => onRemove(index)}
          />
        </td>
      )}
    </tr>
  )
})
