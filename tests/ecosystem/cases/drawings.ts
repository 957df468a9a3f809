import type { Page } from 'playwright';
import { type Case, pageCase } from '../case.ts';

const found =
  (selector: string) =>
  (page: Page): Promise<void> =>
    page.locator(selector).first().waitFor();

/** Packages that draw: charts, canvases, graphs, three dimensions. */
export const drawings: Case[] = [
  pageCase(
    'konva',
    `import { useState } from 'react';
import { Layer, Rect, Stage } from 'react-konva';
export default () => {
  const [moved, set] = useState(0);
  return <><h1>Konva</h1><Stage width={120} height={60}><Layer>
    <Rect x={5} y={5} width={50} height={50} fill="teal" draggable onClick={() => set(moved + 1)} />
  </Layer></Stage><p>{moved} clicks</p></>;
};`,
    {
      packages: { konva: '10.9.1', 'react-konva': '19.3.2' },
      shows: 'Konva',
      async use(page) {
        await page
          .locator('canvas')
          .first()
          .click({ position: { x: 20, y: 20 } });
        await page.getByText('1 clicks').waitFor();
      },
    },
  ),
  pageCase(
    'echarts',
    `import { useEffect, useRef } from 'react';
import { BarChart } from 'echarts/charts';
import { GridComponent, TooltipComponent } from 'echarts/components';
import * as echarts from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
echarts.use([BarChart, GridComponent, TooltipComponent, SVGRenderer]);
export default () => {
  const place = useRef(null);
  useEffect(() => {
    const chart = echarts.init(place.current, null, { renderer: 'svg' });
    chart.setOption({
      tooltip: {},
      animation: false,
      xAxis: { data: ['May', 'June'] },
      yAxis: {},
      series: [{ type: 'bar', data: [3, 5] }],
    });
    return () => chart.dispose();
  }, []);
  return <><h1>Echarts</h1><div id="chart" ref={place} style={{ width: 300, height: 200 }} /></>;
};`,
    { packages: { echarts: '6.1.0' }, shows: 'Echarts', use: found('#chart svg text') },
  ),
  pageCase(
    'echarts-for-react',
    `import { lazy, Suspense, useState } from 'react';
const Chart = lazy(() => import('echarts-for-react'));
const option = { animation: false, xAxis: { data: ['May', 'June'] }, yAxis: {}, series: [{ type: 'line', data: [3, 5] }] };
export default () => {
  const [shown, show] = useState(false);
  return <><h1>Chart component</h1><button type="button" onClick={() => show(true)}>Draw</button>
    {shown && <Suspense fallback="Loading"><Chart option={option} style={{ height: 200 }} /></Suspense>}</>;
};`,
    {
      packages: { echarts: '6.1.0', 'echarts-for-react': '3.0.6', tslib: '2.9.1' },
      shows: 'Chart component',
      async use(page) {
        await page.getByRole('button', { name: 'Draw' }).click();
        await page.locator('.echarts-for-react canvas').first().waitFor();
      },
    },
  ),
  pageCase(
    'all-of-echarts',
    `import ReactECharts from 'echarts-for-react';
export default () => <ReactECharts option={{}} />;`,
    {
      packages: { echarts: '6.1.0', 'echarts-for-react': '3.0.6', tslib: '2.9.1' },
      refused: /the site allows 250000: \d+ too many; largest modules, [^:]+: echarts\/lib\/\S+ \d+, /,
    },
  ),
  pageCase(
    'three',
    `import { useEffect, useRef, useState } from 'react';
import * as THREE from 'three';
export default () => {
  const place = useRef(null);
  const [faces, set] = useState(0);
  useEffect(() => {
    const scene = new THREE.Scene();
    const cube = new THREE.Mesh(new THREE.BoxGeometry(1, 1, 1), new THREE.MeshBasicMaterial({ color: 0x00ff00 }));
    scene.add(cube);
    set(cube.geometry.groups.length);
    const camera = new THREE.PerspectiveCamera(75, 1, 0.1, 10);
    camera.position.z = 3;
    try {
      const renderer = new THREE.WebGLRenderer({ canvas: place.current });
      renderer.render(scene, camera);
      return () => renderer.dispose();
    } catch {
      return undefined;
    }
  }, []);
  return <><h1>Three</h1><canvas ref={place} width={100} height={100} /><p>{faces} faces</p></>;
};`,
    {
      packages: { three: '0.187.0' },
      shows: 'Three',
      use: (page) => page.getByText('6 faces').waitFor(),
    },
  ),
  pageCase(
    'xyflow',
    `import { Background, Controls, ReactFlow, useNodesState } from '@xyflow/react';
import '@xyflow/react/dist/style.css';
const first = [
  { id: '1', position: { x: 0, y: 0 }, data: { label: 'First node' } },
  { id: '2', position: { x: 0, y: 100 }, data: { label: 'Second node' } },
];
export default () => {
  const [nodes, , onNodesChange] = useNodesState(first);
  return <><h1>Flow</h1><div style={{ width: 400, height: 300 }}>
    <ReactFlow nodes={nodes} edges={[{ id: 'e', source: '1', target: '2' }]} onNodesChange={onNodesChange} fitView>
      <Background /><Controls />
    </ReactFlow></div></>;
};`,
    {
      packages: { '@xyflow/react': '12.12.1' },
      shows: 'Flow',
      async use(page) {
        await page.getByText('Second node').waitFor();
        await page.locator('.react-flow__edge path').first().waitFor({ state: 'attached' });
        await page.getByRole('button', { name: 'Zoom In' }).click();
      },
    },
  ),
  pageCase(
    'mermaid',
    `import { useEffect, useRef } from 'react';
export default () => {
  const place = useRef(null);
  useEffect(() => {
    let left = false;
    import('mermaid').then(async ({ default: mermaid }) => {
      mermaid.initialize({ startOnLoad: false });
      const { svg } = await mermaid.render('drawn', 'graph TD; A[First]-->B[Second];');
      if (!left) place.current.innerHTML = svg;
    });
    return () => { left = true; };
  }, []);
  return <><h1>Mermaid</h1><div ref={place} /></>;
};`,
    {
      packages: { mermaid: '12.3.0' },
      route: { styles: 'runtime' },
      shows: 'Mermaid',
      late: 'svg#drawn g.node',
    },
  ),
  pageCase(
    'd3',
    `import * as d3 from 'd3';
import 'd3-transition';
import { useEffect, useRef } from 'react';
export default () => {
  const place = useRef(null);
  useEffect(() => {
    const x = d3.scaleLinear([0, 5], [0, 100]);
    d3.select(place.current).selectAll('rect').data([3, 5]).join('rect')
      .attr('y', (_, row) => row * 20).attr('height', 15).transition().duration(50).attr('width', x);
  }, []);
  return <><h1>D3</h1><svg id="bars" ref={place} width="100" height="40" /></>;
};`,
    {
      packages: { d3: '7.9.2', 'd3-transition': '3.0.2' },
      shows: 'D3',
      use: found('#bars rect[width="100"]'),
    },
  ),
  pageCase(
    'nivo',
    `import { ResponsiveBar } from '@nivo/bar';
const data = [{ month: 'May', visits: 3 }, { month: 'June', visits: 5 }];
export default () => <><h1>Nivo</h1><div id="nivo" style={{ height: 200 }}>
  <ResponsiveBar data={data} keys={['visits']} indexBy="month" animate={false} axisBottom={{}} /></div></>;`,
    { packages: { '@nivo/bar': '0.99.0' }, shows: 'Nivo', use: found('#nivo svg rect') },
  ),
  pageCase(
    'ag-grid',
    `import { ClientSideRowModelModule, ModuleRegistry, TextFilterModule } from 'ag-grid-community';
import { AgGridReact } from 'ag-grid-react';
ModuleRegistry.registerModules([ClientSideRowModelModule, TextFilterModule]);
const rows = [{ name: 'First', price: 3 }, { name: 'Second', price: 5 }];
export default () => <><h1>Grid</h1><div style={{ height: 200 }}>
  <AgGridReact rowData={rows} columnDefs={[{ field: 'name' }, { field: 'price', sortable: true }]} /></div></>;`,
    {
      packages: { 'ag-grid-community': '36.2.0', 'ag-grid-react': '36.2.0' },
      route: { styles: 'runtime' },
      shows: 'Grid',
      use: (page) => page.getByText('Second').first().waitFor(),
    },
  ),
  pageCase(
    'canvas-confetti',
    `import confetti from 'canvas-confetti';
export default () => <><h1>Confetti</h1>
  <button type="button" onClick={() => confetti({ particleCount: 5, ticks: 30 })}>Celebrate</button></>;`,
    {
      packages: { 'canvas-confetti': '1.9.4' },
      route: { csp: { 'worker-src': ['blob:'] } },
      shows: 'Confetti',
      async use(page) {
        await page.getByRole('button', { name: 'Celebrate' }).click();
        await page.locator('body > canvas').waitFor({ state: 'attached' });
      },
    },
  ),
  pageCase(
    'lottie',
    `import { useEffect, useRef } from 'react';
const animation = { v: '5.7.0', fr: 30, ip: 0, op: 30, w: 50, h: 50, layers: [{ ty: 4, ip: 0, op: 30, st: 0, ks: {},
  shapes: [{ ty: 'rc', p: { k: [25, 25] }, s: { k: [40, 40] }, r: { k: 0 } }, { ty: 'fl', c: { k: [1, 0, 0, 1] }, o: { k: 100 } }] }] };
export default () => {
  const place = useRef(null);
  useEffect(() => {
    let player;
    import('lottie-web').then(({ default: lottie }) => {
      player = lottie.loadAnimation({ container: place.current, animationData: animation, loop: false });
    });
    return () => player?.destroy();
  }, []);
  return <><h1>Lottie</h1><div id="lottie" ref={place} style={{ width: 50, height: 50 }} /></>;
};`,
    { packages: { 'lottie-web': '5.13.0' }, shows: 'Lottie', use: found('#lottie svg path') },
  ),
  pageCase(
    'qrcode',
    `import { QRCodeSVG } from 'qrcode.react';
export default () => <><h1>Code</h1><QRCodeSVG value="https://site.example/" title="Address" /></>;`,
    { packages: { 'qrcode.react': '4.2.0' }, shows: 'Code', use: found('main svg path') },
  ),
  pageCase(
    'pdf',
    `import { jsPDF } from 'jspdf';
import { useState } from 'react';
export default () => {
  const [size, set] = useState(0);
  const make = () => {
    const document = new jsPDF();
    document.text('Invoice', 10, 10);
    set(document.output('blob').size > 500 ? 1 : 0);
  };
  return <><h1>Pdf</h1><button type="button" onClick={make}>Make</button><p>{size} documents</p></>;
};`,
    {
      packages: { jspdf: '4.2.1' },
      shows: 'Pdf',
      async use(page) {
        await page.getByRole('button', { name: 'Make' }).click();
        await page.getByText('1 documents').waitFor();
      },
    },
  ),
  pageCase(
    'pixi',
    `import { useEffect, useRef, useState } from 'react';
export default () => {
  const place = useRef(null);
  const [shown, set] = useState('none');
  useEffect(() => {
    let app;
    import('pixi.js').then(async ({ Application, Graphics }) => {
      app = new Application();
      try {
        await app.init({ width: 100, height: 100 });
        app.stage.addChild(new Graphics().rect(0, 0, 50, 50).fill('red'));
        place.current?.append(app.canvas);
        set('drawn');
      } catch (error) { set('failed: ' + error.message); }
    });
    return () => app?.destroy?.();
  }, []);
  return <><h1>Pixi</h1><div ref={place} /><p>{shown}</p></>;
};`,
    {
      packages: { 'pixi.js': '8.22.0' },
      shows: 'Pixi',
      use: (page) => page.getByText(/^(drawn|failed: )/).waitFor(),
    },
  ),
];
