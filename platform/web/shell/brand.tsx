/** The mark of the product: parts that complete a whole. */
export function BrandMark({ size = 22 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <rect x="2" y="2" width="9" height="9" rx="2" fill="var(--qt-primary)" />
      <rect x="13" y="2" width="9" height="9" rx="2" fill="var(--qt-status-processing-bar)" />
      <rect x="2" y="13" width="9" height="9" rx="2" fill="var(--qt-status-done-bar)" />
      <path
        d="M13 15a2 2 0 0 1 2-2h5a2 2 0 0 1 2 2v5a2 2 0 0 1-2 2h-5a2 2 0 0 1-2-2z"
        fill="none"
        stroke="var(--qt-primary)"
        strokeWidth="1.6"
        strokeDasharray="3 2"
      />
    </svg>
  )
}
