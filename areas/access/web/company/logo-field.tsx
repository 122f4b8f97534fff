import { text } from '@qitao/core/text.ts'
import { uploadFile } from '@qitao/platform/web/call/client.ts'
import { CallFailure } from '@qitao/platform/web/call/failures.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { toast } from '@qitao/platform/web/show/toast.ts'
import { Button, Upload } from 'antd'
import { useState } from 'react'
import { logoTypes, mostLogoBytes } from '../../model/company/company-logo.rules.ts'
import { alterCompanyProfile, queryCompanyLogo } from '../../model/company/organization.calls.ts'
import { commonUpload } from '../../model/record/attachment.calls.ts'
import { CompanyLogo } from './company-logo.tsx'

/** The company's logo: shown at its name and on its sign-in page. What is chosen here holds at once. */
export function LogoField({ company_code }: { company_code: string }) {
  const say = useSay()
  const [sending, setSending] = useState(false)
  const found = useCall(queryCompanyLogo, { company_code }, { lasting: true })
  const alter = useCommand(alterCompanyProfile, { refreshes: [queryCompanyLogo] })
  const send = async (file: File) => {
    setSending(true)
    try {
      const { attachment } = await uploadFile(commonUpload, file, { module: 'org' })
      await alter.run({ logo_attachment_id: attachment.id })
    } catch (failure) {
      if (!(failure instanceof CallFailure)) throw failure
      toast.failure(failure)
    } finally {
      setSending(false)
    }
  }
  return (
    <div className="qt-logo-field">
      <span>{say(text('公司标志', 'Logo'))}</span>
      <CompanyLogo company_code={company_code} />
      <Upload
        accept={logoTypes.join(',')}
        showUploadList={false}
        beforeUpload={file => {
          void send(file)
          return false
        }}
      >
        <Button loading={sending}>{say(text('上传图片', 'Upload a picture'))}</Button>
      </Upload>
      {found.data?.logo_url ? (
        <Button type="link" danger onClick={() => void alter.run({ logo_attachment_id: null })}>
          {say(text('移除', 'Remove'))}
        </Button>
      ) : null}
      <span className="qt-secondary">
        {say(text('PNG、JPEG或WebP，最大{limit} KB', 'PNG, JPEG or WebP, {limit} KB at most'), {
          limit: mostLogoBytes / 1024,
        })}
      </span>
    </div>
  )
}
