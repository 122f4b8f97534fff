import { getUserConfig, setUserConfig } from '@qitao/access/model/member/user-config.calls.ts'
import { text } from '@qitao/core/text.ts'
import { failureText } from '@qitao/platform/web/call/failures.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { openPage } from '@qitao/platform/web/frame/navigation.ts'
import { useLanguage, useSay } from '@qitao/platform/web/session/language.ts'
import { useSession } from '@qitao/platform/web/session/session.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { Alert, Button, Modal } from 'antd'
import { useState } from 'react'
import { createSample, showSample } from '../model/sample.calls.ts'
import { ChooseSample, firstChoice } from './sample-choice.tsx'

/** Once it is answered it is not asked again: the page of sample data stays in the menu. */
const config_key = 'page.sample-offer'

/** At the first sign-in an administrator of an empty company is asked how to begin. */
export default function SampleOffer() {
  const { user, org, may } = useSession()
  return user.is_admin && may(pages.sampleData) ? <Offer company_code={org.company_code} /> : null
}

/** `company_code`: what everybody of the company signs in with, which whoever has just registered has not seen yet. */
function Offer({ company_code }: { company_code: string }) {
  const say = useSay()
  const language = useLanguage()
  const answered = useCall(getUserConfig, { config_key })
  const asks = answered.data !== undefined && answered.data.config_value === null
  const sample = useCall(showSample, asks ? {} : null)
  const remember = useCommand(setUserConfig, { refreshes: [getUserConfig], success: null, pending: null })
  const create = useCommand(createSample, { refreshes: [showSample], success: null })
  const [choice, setChoice] = useState(firstChoice)
  const isEmpty = sample.data?.state === 'none' && sample.data.real_material_count === 0
  if (!asks || !isEmpty) return null

  const startEmpty = () => remember.run({ config_key, config_value: 'empty' })
  const load = async () => {
    if (!(await create.run({ ...choice }))) return
    openPage(pages.sampleData)
    await remember.run({ config_key, config_value: 'sample' })
  }
  return (
    <Modal
      open
      title={say(text('欢迎使用齐套', 'Welcome to Qitao'))}
      onCancel={() => void startEmpty()}
      mask={{ closable: false }}
      width={760}
      footer={[
        <Button key="empty" onClick={() => void startEmpty()}>
          {say(text('从空白开始', 'Start empty'))}
        </Button>,
        <Button key="load" type="primary" loading={create.pending} onClick={() => void load()}>
          {say(text('加载示例数据', 'Load sample data'))}
        </Button>,
      ]}
    >
      <p>
        {say(text('登录用的公司编码：', 'Company code to sign in with: '))}
        <strong>{company_code}</strong>
      </p>
      <p>
        {say(
          text(
            '公司里还没有数据。可以先加载一家示例工厂，从订单到交付走一遍；之后随时可以一键删除，不留痕迹。',
            'There is no data in this company yet. Load a sample factory to walk from order to delivery; it can be deleted at any time, and nothing of it stays.',
          ),
        )}
      </p>
      <ChooseSample value={choice} onChange={setChoice} />
      {create.failure ? (
        <Alert type="error" showIcon title={failureText(create.failure, language)} className="qt-sample-why" />
      ) : null}
      <p className="qt-secondary">
        {say(
          text(
            '也可以稍后在“基础数据 / 示例数据”中加载；有了自己的物料后不再提供。',
            'It can also be loaded later under Master data / Sample data, until the company has materials of its own.',
          ),
        )}
      </p>
    </Modal>
  )
}
