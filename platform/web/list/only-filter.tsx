import type { AnyCall, In } from '@qitao/core/call.ts'
import type { Text } from '@qitao/core/text.ts'
import { Checkbox } from 'antd'
import { useSay } from '../session/language.ts'
import type { Filter } from './filters.ts'

/** A filter that is asked or not: "only the late ones". */
export const onlyFilter = <C extends AnyCall>(name: keyof In<C> & string, title: Text): Filter<C> => ({
  name,
  title,
  input: ({ value, onChange }) => <Only title={title} on={value === true} onChange={onChange} />,
})
function Only({ title, on, onChange }: { title: Text; on: boolean; onChange: (value: unknown) => void }) {
  const say = useSay()
  return (
    <Checkbox checked={on} onChange={event => onChange(event.target.checked ? true : undefined)}>
      {say(title)}
    </Checkbox>
  )
}
