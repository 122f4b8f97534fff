import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressBuild } from './compress-build.ts'

const here = import.meta.dirname

export default defineConfig({
  root: here,
  plugins: [react(), compressBuild()],
  build: {
    outDir: join(here, 'dist'),
    emptyOutDir: true,
    target: 'es2023',
    // Inlined files would need data: addresses, and scripts must come from files (content security policy).
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // antd is left to the bundler: it puts what the frame needs into shared chunks and the rest beside its pages,
          // 380 KiB instead of 480 KiB gzip before the first page.
          groups: [
            {
              name: 'react',
              test: /node_modules[\\/](react|react-dom|react-router|scheduler|@tanstack)[\\/]/,
              priority: 3,
            },
            { name: 'zod', test: /node_modules[\\/](zod|decimal\.js)[\\/]/, priority: 1 },
          ],
        },
      },
    },
  },
})
