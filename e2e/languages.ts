// A story that is the same in both languages is told in one of them, in turn; every page's words are looked at by every-page.story.
import type { Language } from '@qitao/core/text.ts'
import { sliceOf } from '@qitao/platform/server/testing/slice.ts'

/** The language of this run, or both when the whole is asked for (`WHOLE=1`). */
export const languagesOf = (story: string): Language[] => sliceOf(story, ['zh', 'en'] as const, 2)
