import { Skeleton } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'

/** Nothing is shown before this time; most answers are quicker, and a flash disturbs. */
const showAfter = 150

function Later({ children }: { children: ReactNode }) {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), showAfter)
    return () => clearTimeout(timer)
  }, [])
  return late ? children : null
}
/** Shaped like a list: filters, heading, rows. */
export function PageSkeleton() {
  return (
    <Later>
      <div className="qt-page" aria-busy="true">
        <Skeleton.Input active block style={{ maxWidth: 640 }} />
        <Rows rows={10} />
      </div>
    </Later>
  )
}
/** Takes its place at once, so that nothing below jumps. */
export function RowsSkeleton({ rows = 10 }: { rows?: number }) {
  return (
    <div className="qt-rows-skeleton" aria-busy="true">
      <Later>
        <Rows rows={rows} />
      </Later>
    </div>
  )
}
function Rows({ rows }: { rows: number }) {
  return <Skeleton active title={false} paragraph={{ rows, width: '100%' }} />
}
/** Shaped like a form. */
export function FormSkeleton() {
  return (
    <Later>
      <div className="qt-form-skeleton" aria-busy="true">
        {Array.from({ length: 6 }, (_, index) => `field-${index}`).map(key => (
          <Skeleton key={key} active title={{ width: '30%' }} paragraph={{ rows: 1, width: '100%' }} />
        ))}
      </div>
    </Later>
  )
}
