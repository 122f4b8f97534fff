import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'

/** Bytes: it travels with the sign-in page. */
export const mostLogoBytes = 200 * 1024
export const logoTypes = ['image/png', 'image/jpeg', 'image/webp'] as const

export function checkLogo({ mime_type, file_size }: { mime_type: string; file_size: number }): void {
  if ((logoTypes as readonly string[]).includes(mime_type) && file_size <= mostLogoBytes) return
  refuse(generalErrors.fileInvalid, {
    limit: mostLogoBytes / 1024,
    detail: text('标志须为PNG、JPEG或WebP图片，最大{limit} KB', 'A logo is a PNG, JPEG or WebP of at most {limit} KB'),
  })
}
