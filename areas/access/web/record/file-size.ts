const kilobyte = 1024
/** Size of a file as people read it. */
export const sizeText = (bytes: number): string =>
  bytes < kilobyte
    ? `${bytes} B`
    : bytes < kilobyte * kilobyte
      ? `${Math.round(bytes / kilobyte)} KB`
      : `${(bytes / kilobyte / kilobyte).toFixed(1)} MB`
