import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { Select } from 'antd'
import { listReaderRoles } from '../../model/report/saved-report.calls.ts'

/** Roles by their names; who has the page of reports need not have that of the roles. */
export function RoleChoice({
  title,
  value,
  onChange,
  id,
}: {
  title: string
  id?: string
  value?: string[] | null
  onChange?: (value: string[]) => void
}) {
  const roles = useCall(listReaderRoles, {})
  return (
    <Select
      {...(id === undefined ? {} : { id })}
      mode="multiple"
      aria-label={title}
      className="qt-wide"
      showSearch={{ optionFilterProp: 'label' }}
      loading={roles.isPending}
      value={value ?? []}
      options={(roles.data?.result ?? []).map(role => ({
        value: role.id,
        label: `${role.name} (${role.member_count})`,
      }))}
      onChange={next => onChange?.(next)}
    />
  )
}
