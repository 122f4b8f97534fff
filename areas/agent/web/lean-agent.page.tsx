import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { ActButton } from '@qitao/platform/web/list/act-button.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { EmptyState } from '@qitao/platform/web/show/empty-state.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { RowsSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { Button, Input } from 'antd'
import { useEffect, useRef, useState } from 'react'
import {
  type AgentMessage,
  askLeanAgent,
  dropConversation,
  listAgentQuestions,
  listConversations,
  longestQuestion,
  showConversation,
} from '../model/agent.calls.ts'
import { AgentAnswer } from './agent-answer.tsx'
import './agent.css'

/** Conversations on the left, questions and answers in the middle, what can be asked on the right. */
export default function LeanAgentPage() {
  const say = useSay()
  const [conversation_id, setConversation] = useState<string>()
  const [words, setWords] = useState('')
  const conversations = useCall(listConversations, { page: 1, page_size: 50 })
  const shown = useCall(showConversation, conversation_id === undefined ? null : { id: conversation_id })
  const ask = useCommand(askLeanAgent, {
    refreshes: [listConversations, showConversation],
    success: null,
    pending: null,
    repeatable: true,
  })
  const drop = useCommand(dropConversation, { refreshes: [listConversations], done: (_, { id }) => left(id) })
  const left = (id: string) => id === conversation_id && setConversation(undefined)
  const end = useRef<HTMLDivElement>(null)
  const messages: readonly AgentMessage[] = conversation_id === undefined ? [] : (shown.data?.result ?? [])
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'end' })
  }, [messages.length, ask.pending])

  const send = async (question: string) => {
    if (question.trim() === '' || ask.pending) return
    setWords('')
    const answered = await ask.run({ question, conversation_id })
    if (answered) setConversation(answered.conversation_id)
    else setWords(question)
  }
  return (
    <div className="qt-agent">
      <nav className="qt-agent-side" aria-label={say(text('会话', 'Conversations'))}>
        <Button block onClick={() => setConversation(undefined)}>
          {say(text('新会话', 'New conversation'))}
        </Button>
        {conversations.error ? <ErrorState failure={conversations.error} retry={conversations.refetch} /> : null}
        <ul>
          {conversations.data?.result.map(({ id, title }) => (
            <li key={id} aria-current={id === conversation_id}>
              <button type="button" className="qt-agent-title" title={title} onClick={() => setConversation(id)}>
                {title}
              </button>
              <ActButton
                type="text"
                size="small"
                aria-label={say(text('删除会话 {title}', 'Delete conversation {title}'), { title })}
                act={{ title: text('删除', 'Delete'), run: drop.with({ id }) }}
              />
            </li>
          ))}
        </ul>
      </nav>
      <section className="qt-agent-talk">
        <div className="qt-agent-messages" aria-live="polite">
          {messages.length === 0 && !ask.pending ? (
            shown.error ? (
              <ErrorState failure={shown.error} retry={shown.refetch} />
            ) : conversation_id !== undefined && !shown.data ? (
              <RowsSkeleton />
            ) : (
              <EmptyState
                text={text(
                  '用一句话提问。答案只来自系统里您有权查看的实时数据，并列出依据；按规则回答，不使用语言模型，也不会改动任何数据。',
                  'Ask in a sentence. Answers come only from live data that you may see, with their evidence. They follow rules, no language model takes part, and nothing is changed.',
                )}
              />
            )
          ) : null}
          {messages.map(message => (
            <article key={message.id}>
              <p className="qt-agent-question">{message.question}</p>
              <AgentAnswer answer={message.answer} references={message.references} onAsk={send} />
            </article>
          ))}
          {ask.pending ? <RowsSkeleton /> : null}
          <div ref={end} />
        </div>
        <form
          className="qt-agent-ask"
          onSubmit={event => {
            event.preventDefault()
            send(words)
          }}
        >
          <Input.TextArea
            autoFocus
            value={words}
            maxLength={longestQuestion}
            autoSize={{ minRows: 1, maxRows: 5 }}
            aria-label={say(text('问题', 'Question'))}
            placeholder={say(text('例如：哪些工单会晚？', 'Such as: Which work orders will be late?'))}
            onChange={event => setWords(event.target.value)}
            onPressEnter={event => {
              if (event.shiftKey || event.nativeEvent.isComposing) return
              event.preventDefault()
              send(words)
            }}
          />
          <Button type="primary" htmlType="submit" loading={ask.pending} disabled={words.trim() === ''}>
            {say(text('提问', 'Ask'))}
          </Button>
        </form>
      </section>
      <Questions onAsk={send} onBegin={setWords} />
    </div>
  )
}

/** What can be asked; one that needs a name is begun, and the name is filled in. */
function Questions({ onAsk, onBegin }: { onAsk: (question: string) => void; onBegin: (words: string) => void }) {
  const say = useSay()
  const { data } = useCall(listAgentQuestions, {})
  return (
    <aside className="qt-agent-side" aria-label={say(text('可以问', 'What can be asked'))}>
      {data?.result.map(({ group, questions }) => (
        <section key={group}>
          <h3>{group}</h3>
          <ul>
            {questions.map(({ key, example }) => (
              <li key={key}>
                <button
                  type="button"
                  className="qt-agent-title"
                  onClick={() => (example.includes('…') ? onBegin(example) : onAsk(example))}
                >
                  {example}
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </aside>
  )
}
