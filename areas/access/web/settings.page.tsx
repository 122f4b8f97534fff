import { text } from '@qitao/core/text.ts'
import { useUnsavedGuard } from '@qitao/platform/web/unsaved-guard.ts'
import { useState } from 'react'
import { ApprovalFlowSection } from './approval-flow.section.tsx'
import { CompanySection } from './company-section.tsx'
import { CustomFieldSection } from './custom-field.section.tsx'
import { SerialNumberSection } from './serial-number.section.tsx'
import { SettingsSection } from './settings-section.tsx'

/** How the company works: its profile, material and production planning, the workshop. Each setting says what it does. */
export default function SettingsPage() {
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
          keys={[
            'material_plan_performance_guarantee',
            'material_plan_no_hold_unscheduled',
            'kitting_use_in_transit',
            'kitting_use_in_production',
            'kitting_use_substitutes',
          ]}
        />
        <SettingsSection
          title={text('生产计划', 'Production planning')}
          onChanged={marks('production')}
          keys={[
            'production_plan_performance_guarantee',
            'production_plan_no_schedule_not_kitted',
            'publish_window_value',
            'schedule_weight_tardiness',
            'schedule_weight_changeover',
            'schedule_weight_utilization',
            'schedule_weight_work_in_progress',
            'schedule_weight_stability',
          ]}
        />
        <SettingsSection
          title={text('车间执行', 'Workshop')}
          onChanged={marks('workshop')}
          keys={['report_requires_picking']}
        />
        <SettingsSection
          title={text('权限与导入', 'Rights and import')}
          onChanged={marks('access')}
          keys={['data_permission', 'import_row_limit']}
        />
        <SerialNumberSection onChanged={marks('serial numbers')} />
        <ApprovalFlowSection />
        <CustomFieldSection onChanged={marks('custom fields')} />
      </div>
    </div>
  )
}
