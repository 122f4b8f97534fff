import { type Text, text } from '@qitao/core/text.ts'
import { useEffect, useRef } from 'react'

/** What browsers that read labels offer; TypeScript does not know it yet. */
interface Reader {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>
}
const readerOf = () => (globalThis as { BarcodeDetector?: new () => Reader }).BarcodeDetector
export const hasCamera = (): boolean => readerOf() !== undefined && navigator.mediaDevices?.getUserMedia !== undefined

const lookEachMs = 150
/** A label that stays before the camera is one scan; gone for so long, it is another. */
const goneMs = 1500

interface CameraScanProps {
  onCode: (code: string) => void
  /** It does not open, and why. */
  onProblem: (problem: Text) => void
}
/** Reads labels from the camera for as long as it is shown. */
export function CameraScan({ onCode, onProblem }: CameraScanProps) {
  const film = useRef<HTMLVideoElement>(null)
  // As the page stands when a label is seen, not when the camera opened.
  const tells = useRef({ onCode, onProblem })
  tells.current = { onCode, onProblem }
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
          if (now - (seen.get(rawValue) ?? Number.NEGATIVE_INFINITY) > goneMs) tells.current.onCode(rawValue)
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
      tells.current.onProblem(text('摄像头打不开，请检查权限', 'The camera does not open: check its permission'))
    })
    return () => {
      isOver = true
      end()
    }
  }, [])
  return <video ref={film} className="qt-scan-film" muted playsInline />
}
