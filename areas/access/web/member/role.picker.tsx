import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import type { PickerProps } from '@qitao/platform/web/form/pickers.ts'
import { tabLeaves } from '@qitao/platform/web/form/tab-onward.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { Select } from 'antd'
import { listRoles } from '../../model/member/role.calls.ts'

/** Roles of the company; there are few, so all are loaded at once. */
export function RolePicker({ value, onChange, multiple = false, known: _, ...rest }: PickerProps) {
  const say = useSay()
  const roles = useCall(listRoles, {})
  return (
    <Select
      {...rest}
      {...(multiple ? { mode: 'multiple' as const } : {})}
      onInputKeyDown={tabLeaves}
      className="qt-wide"
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      loading={roles.isPending}
      value={value ?? (multiple ? [] : null)}
      options={(roles.data?.result ?? []).map(role => ({ value: role.id, label: role.role_name }))}
      placeholder={rest.placeholder ?? say(text('请选择角色', 'Choose roles'))}
      onChange={(next: unknown) => onChange?.((next ?? (multiple ? [] : null)) as string | string[] | null)}
    />
  )
}
