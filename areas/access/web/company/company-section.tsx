import { text } from '@qitao/core/text.ts'
import { ThrottleButton } from '@qitao/platform/web/call/throttle-button.tsx'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { FormFailure, useFormSave } from '@qitao/platform/web/form/use-form-save.ts'
import { useLanguage, useSay } from '@qitao/platform/web/session/language.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { loadSession } from '@qitao/platform/web/session/session.ts'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { DayText } from '@qitao/platform/web/show/instant.tsx'
import { FormSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { Button, Form, Select } from 'antd'
import { useEffect, useState } from 'react'
import { currencies } from '../../model/company/currency.ts'
import { featureEnable } from '../../model/company/feature-enable.status.ts'
import { org } from '../../model/company/org.record.ts'
import { alterCompanyProfile } from '../../model/company/organization.calls.ts'
import { queryPackages } from '../../model/company/package.calls.ts'
import { userInfo } from '../../model/session/session.calls.ts'
import { LogoField } from './logo-field.tsx'

interface Entered {
  name: string
  industry: string | null
  time_zone: string
  currency: string
}
const zones = Intl.supportedValuesOf('timeZone')

/** Name, industry, time zone and currency of the company. */
export function CompanySection({ onChanged }: { onChanged: (changed: boolean) => void }) {
  const info = useCall(userInfo, {})
  if (info.error && !info.data) return <ErrorState failure={info.error} retry={info.refetch} />
  if (!info.data) return <FormSkeleton />
  return <CompanyForm company={info.data.org} onChanged={onChanged} />
}

/** Which editions the company has, and until when. */
function Editions() {
  const say = useSay()
  const { data } = useCall(queryPackages, {})
  const has = data?.result.filter(({ enabled }) => enabled === featureEnable.codes.on) ?? []
  if (has.length === 0) return null
  return (
    <span className="qt-secondary">
      {say(text('版本', 'Edition'))}{' '}
      {has.map(({ app_code, app_name, expire_time }) => (
        <span key={app_code}>
          <strong>{app_name}</strong>
          {expire_time === null ? null : (
            <>
              {' '}
              {say(text('至', 'until'))} <DayText of={expire_time} />
            </>
          )}{' '}
        </span>
      ))}
    </span>
  )
}

interface CompanyFormProps {
  company: Entered & { company_code: string }
  onChanged: (changed: boolean) => void
}
function CompanyForm({ company, onChanged }: CompanyFormProps) {
  const say = useSay()
  const language = useLanguage()
  const [form] = Form.useForm()
  const [changed, setChanged] = useState(false)
  useEffect(() => onChanged(changed), [changed])
  const alter = useCommand(alterCompanyProfile, { refreshes: [userInfo] })
  const { save, failure, pending } = useFormSave<Entered>(form, undefined)
  const { company_code, name, industry, time_zone, currency } = company
  const stored: Entered = { name, industry, time_zone, currency }

  const submit = async () => {
    const saved = await save(saveWith(alter, ({ name: company_name, ...rest }: Entered) => ({ company_name, ...rest })))
    if (!saved) return
    setChanged(false)
    // The frame shows the name, and every day and time is read in the zone.
    await loadSession()
  }
  return (
    <FormFailure value={failure}>
      <section aria-label={say(text('公司', 'Company'))}>
        <header className="qt-section-head">
          <h2>{say(text('公司', 'Company'))}</h2>
          <span className="qt-secondary">
            {say(org.fields.company_code.title)} <strong className="qt-number">{company_code}</strong>
          </span>
          <Editions />
        </header>
        <LogoField company_code={company_code} />
        <Form form={form} layout="vertical" initialValues={stored} onValuesChange={() => setChanged(true)}>
          <div className="qt-form-grid">
            <Field of={org} name="name" />
            <Field of={org} name="industry" />
            <Field
              of={org}
              name="time_zone"
              input={
                <Select
                  showSearch={{ optionFilterProp: 'label' }}
                  options={[...new Set([time_zone, ...zones])].map(zone => ({ value: zone, label: zone }))}
                />
              }
            />
            <Field
              of={org}
              name="currency"
              input={
                <Select
                  showSearch={{ optionFilterProp: 'label' }}
                  options={currencies.map(one => ({ value: one.code, label: `${one.code} ${one.title[language]}` }))}
                />
              }
            />
          </div>
          <p className="qt-secondary">
            {say(
              text(
                '时区决定日期、班次和日历如何理解；修改后，已保存的时刻不变，按新时区显示。',
                'Days, shifts and calendars are read in the time zone. Saved moments stay and are shown in the new one.',
              ),
            )}
          </p>
        </Form>
        <footer className="qt-settings-foot">
          <ThrottleButton
            type="primary"
            loading={pending}
            disabled={!changed}
            run={needing(alterCompanyProfile, submit)}
          >
            {say(text('保存', 'Save'))}
          </ThrottleButton>
          {changed ? (
            <Button
              type="link"
              onClick={() => {
                form.setFieldsValue(stored)
                setChanged(false)
              }}
            >
              {say(text('撤销修改', 'Undo changes'))}
            </Button>
          ) : null}
        </footer>
      </section>
    </FormFailure>
  )
}
