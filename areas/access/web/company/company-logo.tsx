import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { queryCompanyLogo } from '../../model/company/organization.calls.ts'
import '../access.css'

/** The logo of a company, beside its name; nothing when it has none. */
export function CompanyLogo({ company_code }: { company_code: string }) {
  const found = useCall(queryCompanyLogo, { company_code }, { lasting: true })
  const url = found.data?.logo_url
  return url ? <img className="qt-company-logo" src={url} alt="" /> : null
}

/** Whose sign-in page it is, by the company code that is remembered. */
export function SignInCompany({ company_code }: { company_code: string }) {
  const found = useCall(queryCompanyLogo, { company_code }, { lasting: true })
  const { logo_url, company_name } = found.data ?? {}
  if (!logo_url) return null
  return (
    <p className="qt-login-company">
      <img className="qt-company-logo" src={logo_url} alt="" />
      <strong>{company_name}</strong>
    </p>
  )
}
