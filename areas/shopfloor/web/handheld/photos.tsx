import { text } from '@qitao/core/text.ts'
import type { QueuedPhoto } from '@qitao/platform/web/offline/action.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { uuid } from '@qitao/platform/web/uuid.ts'

interface PhotosProps {
  readonly photos: readonly QueuedPhoto[]
  readonly most: number
  readonly onChange: (next: readonly QueuedPhoto[]) => void
}
/** Photos that go out with what is written down, once there is a connection. */
export function Photos({ photos, most, onChange }: PhotosProps) {
  const say = useSay()
  return (
    <>
      <label className="qt-m-button qt-m-file">
        {say(text('拍照或选照片（最多{most}张）', 'Take or choose photos ({most} at most)'), { most })}
        <input
          type="file"
          accept="image/*"
          capture="environment"
          multiple
          onChange={event => {
            const chosen = [...(event.target.files ?? [])].map(
              (file): QueuedPhoto => ({ key: uuid(), file, name: file.name }),
            )
            onChange([...photos, ...chosen].slice(0, most))
          }}
        />
      </label>
      <ul className="qt-m-choices">
        {photos.map(photo => (
          <li key={photo.key}>
            <button
              type="button"
              className="qt-m-button"
              aria-label={say(text('去掉照片 {name}', 'Remove photo {name}'), { name: photo.name })}
              onClick={() => onChange(photos.filter(one => one !== photo))}
            >
              {photo.name} ✕
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
