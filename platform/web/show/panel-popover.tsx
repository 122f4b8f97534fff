import { Popover, type PopoverProps } from 'antd'

/** A panel below the button that opens it. Where it would leave the screen it is pushed back, not turned to the other side. */
export function PanelPopover(props: Omit<PopoverProps, 'trigger' | 'placement' | 'arrow' | 'align'>) {
  return (
    <Popover
      {...props}
      trigger="click"
      placement="bottomRight"
      arrow={false}
      align={{ overflow: { adjustX: false, shiftX: true } }}
    />
  )
}
