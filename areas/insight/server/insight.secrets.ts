import { text } from '@qitao/core/text.ts'
import type { KeptIn } from '@qitao/platform/server/secrets.ts'
import { hookPlace } from './hook/signed-post.ts'

export const webHookSecrets: KeptIn = {
  ...{ title: text('Webhook', 'Web hooks'), table: 'web_hook_channel', column: 'secret', key: 'hook_id' },
  placeOf: hookPlace,
}
