import { text } from '@qitao/core/text.ts'
import { useQuery } from '@tanstack/react-query'
import { Button, Drawer } from 'antd'
import { type Guide, type GuideModule, guidePicture } from '../frame/guide.ts'
import { useLanguage, useSay } from '../session/language.ts'
import { drawerWidth } from '../show/drawer-width.ts'
import { EmptyState } from '../show/empty-state.tsx'
import { PageSkeleton } from '../show/skeleton.tsx'

let loads: readonly (() => Promise<GuideModule>)[] = []
export function configureGuides(ofAreas: typeof loads): void {
  loads = ofAreas
}
/** The guides of all areas; asked for when somebody wants help, as they are no part of the first page. */
export const useGuides = () =>
  useQuery({
    queryKey: ['guides'],
    queryFn: async () => (await Promise.all(loads.map(load => load()))).flatMap(({ default: guides }) => guides),
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
  })

interface GuideDrawerProps {
  /** Whose guide is shown; undefined while none is. */
  choose: ((guides: readonly Guide[]) => Guide | undefined) | undefined
  onClose: () => void
  onShortcuts: () => void
}
/** Help for a page beside the page, which can be used meanwhile. */
export function GuideDrawer({ choose, onClose, onShortcuts }: GuideDrawerProps) {
  const say = useSay()
  return (
    <Drawer
      open={choose !== undefined}
      title={say(text('使用指南', 'Guide'))}
      onClose={onClose}
      size={drawerWidth}
      mask={false}
      destroyOnHidden
      footer={
        <Button type="link" onClick={onShortcuts}>
          {say(text('键盘快捷键', 'Keyboard shortcuts'))}
        </Button>
      }
    >
      {choose ? <Chosen choose={choose} /> : null}
    </Drawer>
  )
}

function Chosen({ choose }: { choose: (guides: readonly Guide[]) => Guide | undefined }) {
  const { data, error, refetch } = useGuides()
  if (error) return <Lost retry={refetch} />
  if (!data) return <PageSkeleton />
  const guide = choose(data)
  return guide ? (
    <GuideText guide={guide} />
  ) : (
    <EmptyState text={text('本页没有使用指南，请按 Ctrl+K 查找', 'This page has no guide: look for one with Ctrl+K')} />
  )
}

function Lost({ retry }: { retry: () => unknown }) {
  const say = useSay()
  return (
    <EmptyState
      text={text('使用指南没有载入，请检查网络', 'The guide was not loaded: check the network')}
      next={<Button onClick={() => void retry()}>{say(text('重试', 'Try again'))}</Button>}
    />
  )
}

/** What a refusal fills in when it happens: a number, a code. */
const place = /\{\w+\}/g

function GuideText({ guide: { page, picture, does, purpose, steps, terms = [], errors = [] } }: { guide: Guide }) {
  const say = useSay()
  const language = useLanguage()
  return (
    <article className="qt-guide">
      <h2>{say(page.title)}</h2>
      <p>
        <Quoting words={say(purpose)} />
      </p>
      {picture ? (
        <a href={guidePicture(page.path, language)} target="_blank" rel="noreferrer">
          <img
            {...{ src: guidePicture(page.path, language), width: 800, height: 500 }}
            alt={say(text('{page}页面示例', 'The page {page}, as an example'), { page: page.title })}
          />
        </a>
      ) : null}
      <h3>{say(text('怎样{does}', 'How to {does}'), { does })}</h3>
      <ol>
        {steps.map(step => (
          <li key={step.zh}>
            <Quoting words={say(step)} />
          </li>
        ))}
      </ol>
      <Pairs
        title={say(text('术语', 'Terms'))}
        pairs={terms.map(({ term, means }) => [say(term), say(means)] as const)}
      />
      <Pairs
        title={say(text('常见提示与处理', 'When the product refuses'))}
        pairs={errors.map(({ error, remedy }) => [say(error.text).replace(place, '…'), say(remedy)] as const)}
      />
    </article>
  )
}
/** Names that are quoted stand out instead: Chinese type gives the marks of English the width of a character. */
function Quoting({ words }: { words: string }) {
  return words.split(/[「」“”]/).map((part, index) => (index % 2 === 0 ? part : <strong key={index}>{part}</strong>))
}
function Pairs({ title, pairs }: { title: string; pairs: readonly (readonly [string, string])[] }) {
  if (pairs.length === 0) return null
  return (
    <>
      <h3>{title}</h3>
      <dl>
        {pairs.map(([term, means]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>
              <Quoting words={means} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}
