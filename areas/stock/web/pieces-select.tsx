import { text } from '@qitao/core/text.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { Select } from 'antd'
import { serialsField, serialsIn } from '../model/piece.record.ts'

interface PiecesSelectProps {
  /** Numbers with blanks between them, as a field of serial numbers holds them. */
  value?: string | null
  onChange?: (value: string | null) => void
  id?: string
  /** Pieces that it may be; others can be written or scanned all the same. */
  known: readonly string[]
  /** How many are asked for. */
  of: string | null | undefined
}
/** Pieces by their numbers: chosen from those that are known, scanned, or pasted as a column. */
export function PiecesSelect({ value, onChange, id, known, of }: PiecesSelectProps) {
  const say = useSay()
  const chosen = serialsIn(value) ?? []
  return (
    <>
      <Select<string[]>
        {...(id ? { id } : {})}
        mode="tags"
        value={chosen}
        aria-label={say(serialsField.title)}
        placeholder={say(text('选择、扫描或粘贴', 'Choose, scan or paste'))}
        options={known.map(number => ({ value: number }))}
        tokenSeparators={[' ', ',', '，', ';', '；', '\n', '\t']}
        onChange={next => onChange?.(next.length > 0 ? next.join(' ') : null)}
      />
      <span className="qt-secondary">
        {say(text('已选 {count} 件，处置 {of} 件', '{count} named of {of}'), { count: chosen.length, of: of ?? '0' })}
      </span>
    </>
  )
}
