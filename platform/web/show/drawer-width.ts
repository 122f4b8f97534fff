/** Width of drawers (specification section 9), px; never wider than the window. */
export const drawerWidth = 'min(480px, 100vw)'
/** For a document with its lines. */
export const wideDrawerWidth = 'min(760px, 100vw)'
