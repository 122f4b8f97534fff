import { useLanguage } from '@qitao/platform/web/session/language.ts'
import { useMemo } from 'react'

/** Day and time in the zone of the company; without one, in that of the device. */
export function useClock(timeZone: string | undefined): (milliseconds: number) => string {
  const language = useLanguage()
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(language === 'zh' ? 'zh-CN' : 'en-GB', {
      ...{ month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', hour12: false },
      ...(timeZone === undefined ? {} : { timeZone }),
    })
    return milliseconds => format.format(milliseconds)
  }, [language, timeZone])
}
