import { say, type Text, text } from '@qitao/core/text.ts'
import { preferences } from '../session/preferences.ts'
import { toastHost } from './toast.ts'

export interface Ask {
  readonly title: Text
  /** Names of what it is about: order numbers, codes. */
  readonly objects?: readonly string[] | undefined
  readonly detail?: Text | undefined
  readonly danger?: boolean | undefined
  readonly ok?: Text | undefined
  readonly cancel?: Text | undefined
  /** When it is aborted there is nothing left to ask: the question goes, unanswered. */
  readonly until?: AbortSignal | undefined
}
/** So many names are written out; of more, the number. */
const namedAtMost = 8

/** Asks before something that cannot be taken back; names the objects. */
export async function confirm({ title, objects = [], detail, danger, ok, cancel, until }: Ask): Promise<boolean> {
  const { language } = preferences.get()
  const host = toastHost()
  if (!host || until?.aborted) return false
  const rest = objects.length - namedAtMost
  const more = text(' 等 {count} 项', ' and {rest} more')
  const question = host.modal.confirm({
    title: title[language],
    content: (
      <>
        {objects.length > 0 ? (
          <p className="qt-named">
            {objects.slice(0, namedAtMost).join(language === 'zh' ? '、' : ', ')}
            {rest > 0 ? say(more, language, { rest, count: objects.length }) : ''}
          </p>
        ) : null}
        {detail ? <p>{detail[language]}</p> : null}
      </>
    ),
    okText: (ok ?? text('确定', 'OK'))[language],
    cancelText: (cancel ?? text('取消', 'Cancel'))[language],
    okButtonProps: { danger: Boolean(danger) },
    autoFocusButton: danger ? 'cancel' : 'ok',
  })
  const gone = new Promise<boolean>(resolve => {
    until?.addEventListener('abort', () => {
      question.destroy()
      resolve(false)
    })
  })
  return Promise.race([question, gone])
}
