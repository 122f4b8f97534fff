import { GlobalOutlined } from '@ant-design/icons'
import { type Text, text } from '@qitao/core/text.ts'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useLanguage, useSay } from '../session/language.ts'
import { savePreference } from '../session/session.ts'
import { BrandMark } from '../shell/brand.tsx'
import './public-frame.css'

interface PublicFrameProps {
  /** Words under the name of the product. */
  about: Text | string
  /** Whose page it is: its name and logo stand in front, the product's behind. */
  by?: { readonly name: string; readonly logo_url: string | null }
  /** For a document rather than a form. */
  wide?: boolean
  children: ReactNode
}
/** What stands around a page that is open without sign-in: the mark, and the language. */
export function PublicFrame({ about, by, wide = false, children }: PublicFrameProps) {
  const say = useSay()
  const language = useLanguage()
  return (
    <div className="qt-login">
      <Button
        type="text"
        className="qt-login-language"
        lang={language === 'zh' ? 'en' : 'zh-CN'}
        icon={<GlobalOutlined aria-hidden />}
        onClick={() => void savePreference('language', language === 'zh' ? 'en' : 'zh')}
      >
        {language === 'zh' ? 'English' : '中文'}
      </Button>
      <section className={wide ? 'qt-login-card qt-public-wide' : 'qt-login-card'}>
        <header className="qt-login-head">
          {by === undefined ? (
            <BrandMark size={40} />
          ) : by.logo_url ? (
            <img className="qt-public-logo" src={by.logo_url} alt="" />
          ) : null}
          <div>
            <h1>{by?.name ?? say(text('齐套', 'Qitao'))}</h1>
            <p>{typeof about === 'string' ? about : say(about)}</p>
          </div>
        </header>
        {children}
        {by === undefined ? null : (
          <footer className="qt-public-by qt-secondary">
            <BrandMark size={14} /> {say(text('由齐套提供', 'By Qitao'))}
          </footer>
        )}
      </section>
    </div>
  )
}
