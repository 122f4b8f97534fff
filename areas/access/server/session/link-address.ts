import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import type { Context } from '@qitao/platform/server/http/handle.ts'
import { accessErrors } from '../../model/access.errors.ts'

/** The address of something in the product, for people outside of it; 7707 when nobody knows under which name they reach it. */
export function linkTo({ origin }: Pick<Context, 'origin'>, path: string): string {
  if (origin === null)
    refuse(accessErrors.publicAddressUnknown, {
      detail: text(
        '请系统管理员设置 PUBLIC_URL 后重启服务',
        'Ask whoever runs the system to set PUBLIC_URL and start it again',
      ),
    })
  return `${origin}${path}`
}
