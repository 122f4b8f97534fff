import { text } from '@qitao/core/text.ts'
import { useUnsavedGuard } from '@qitao/platform/web/form/unsaved-guard.ts'
import { useSession } from '@qitao/platform/web/session/session.ts'
import { useState } from 'react'
import { isOfAdministrators } from '../../model/company/settings.rules.ts'
import {
  marginSettings,
  materialPlanSettings,
  productionPlanSettings,
  warehouseSettings,
  workshopSettings,
} from '../../model/company/settings.ts'
import { ApprovalFlowSection } from './approval-flow.section.tsx'
import { CompanySection } from './company-section.tsx'
import { CustomFieldSection } from './custom-field.section.tsx'
import { OidcSection } from './oidc.section.tsx'
import { SerialNumberSection } from './serial-number.section.tsx'
import { SettingsSection } from './settings-section.tsx'

const rightsSettings = ['mfa_required', 'first_password_change', 'data_permission', 'import_row_limit'] as const

/** How the company works: its profile, material and production planning, the workshop. Each setting says what it does. */
export default function SettingsPage() {
  const session = useSession()
  const [unsaved, setUnsaved] = useState<ReadonlySet<string>>(new Set())
  useUnsavedGuard(unsaved.size > 0)
  const marks = (section: string) => (changed: boolean) =>
    setUnsaved(now => {
      if (now.has(section) === changed) return now
      const next = new Set(now)
      if (changed) next.add(section)
      else next.delete(section)
      return next
    })
  return (
    <div className="qt-settings">
      <div className="qt-settings-column">
        <CompanySection onChanged={marks('company')} />
        <SettingsSection
          title={text('物料计划', 'Material planning')}
          onChanged={marks('material')}
          keys={materialPlanSettings}
        />
        <SettingsSection
          title={text('生产计划', 'Production planning')}
          onChanged={marks('production')}
          keys={productionPlanSettings}
        />
        <SettingsSection title={text('车间执行', 'Workshop')} onChanged={marks('workshop')} keys={workshopSettings} />
        <SettingsSection title={text('仓库', 'Warehouse')} onChanged={marks('store')} keys={warehouseSettings} />
        <SettingsSection title={text('成本', 'Cost')} onChanged={marks('cost')} keys={marginSettings} />
        <SettingsSection
          title={text('权限与导入', 'Rights and import')}
          onChanged={marks('access')}
          keys={rightsSettings.filter(key => session.user.is_admin || !isOfAdministrators(key))}
        />
        <OidcSection />
        <SerialNumberSection onChanged={marks('serial numbers')} />
        <ApprovalFlowSection />
        <CustomFieldSection onChanged={marks('custom fields')} />
      </div>
    </div>
  )
}
