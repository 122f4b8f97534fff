import { text } from '@qitao/core/text.ts'
import { useEffect, useRef } from 'react'
import { toast } from '../show/toast.ts'

/** What browsers that read labels offer; TypeScript does not know it yet. */
interface Reader {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>
}
const readerOf = () => (globalThis as { BarcodeDetector?: new () => Reader }).BarcodeDetector
export const hasCamera = (): boolean => readerOf() !== undefined && navigator.mediaDevices?.getUserMedia !== undefined

const lookEachMs = 150
/** A label that stays before the camera is one scan; gone for so long, it is another. */
const goneMs = 1500

/** Reads labels from the camera until it is closed. */
export function CameraScan({ onCode, onClose }: { onCode: (code: string) => void; onClose: () => void }) {
  const film = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    const Detector = readerOf()
    const video = film.current
    if (!Detector || !video) return
    let stream: MediaStream | undefined
    let isOver = false
    const seen = new Map<string, number>()
    const run = async () => {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
      if (isOver) return end()
      video.srcObject = stream
      await video.play()
      const reader = new Detector()
      while (!isOver) {
        for (const { rawValue } of await reader.detect(video)) {
          const now = performance.now()
          if (now - (seen.get(rawValue) ?? Number.NEGATIVE_INFINITY) > goneMs) onCode(rawValue)
          seen.set(rawValue, now)
        }
        await new Promise(wait => setTimeout(wait, lookEachMs))
      }
    }
    const end = () => {
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    run().catch(() => {
      if (isOver) return
      toast.error(text('摄像头打不开，请检查权限', 'The camera does not open: check its permission'))
      onClose()
    })
    return () => {
      isOver = true
      end()
    }
  }, [])
  return <video ref={film} className="qt-scan-film" muted playsInline />
}
