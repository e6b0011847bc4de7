import assert from 'node:assert/strict';
import test from 'node:test';
import { SaxesParser } from 'saxes';
import { drawChart } from './chart.mjs';
import { resultsWith } from './results.fixture.mjs';

interface Element {
  name: string;
  attributes: Record<string, string>;
  text: string;
}

/** Parses an image; throws if it is not well-formed. */
function parse(svg: string): Element[] {
  const elements: Element[] = [];
  const parser = new SaxesParser();
  parser.on('error', (error) => assert.fail(error));
  parser.on('opentag', ({ name, attributes }) => elements.push({ name, attributes, text: '' }));
  parser.on('text', (text) => {
    const last = elements.at(-1);
    if (last) last.text += text;
  });
  parser.write(svg).close();
  return elements;
}

const bars = (elements: Element[]) => elements.filter(({ attributes }) => attributes['class']?.startsWith('bar'));

test('the lengths of the bars are in the ratio of the medians, and the image contains them', () => {
  const elements = parse(drawChart(resultsWith({ memory: [1000, 2000, 3000], echo: [4000, 4000, 4000] })));
  const [memory, echo] = bars(elements).map(({ attributes }) => Number(attributes['width']));
  assert.equal(memory! / echo!, 0.5);
  const [{ attributes: image }] = elements as [Element];
  for (const { attributes } of bars(elements)) {
    assert.ok(Number(attributes['x']) + Number(attributes['width']) < Number(image['width']));
    assert.ok(Number(attributes['y']) + Number(attributes['height']) < Number(image['height']));
  }
});

test('the line of a bar goes from the lowest to the highest round', () => {
  const elements = parse(drawChart(resultsWith({ memory: [1000, 2000, 3000], echo: [4000, 4000, 4000] })));
  const [bar] = bars(elements) as [Element];
  const range = elements.find(({ name }) => name === 'line')!.attributes;
  const start = Number(bar.attributes['x']);
  const width = Number(bar.attributes['width']);
  assert.deepEqual([Number(range['x1']), Number(range['x2'])], [start + width / 2, start + width * 1.5]);
});

test('each bar has the name of its server and its number', () => {
  const elements = parse(drawChart(resultsWith({ durable: [1234], echo: [56_789] })));
  const texts = new Set(elements.map(({ text }) => text.trim()));
  for (const text of ['the durable', '1,234', 'the echo', '56,789', 'operation <list>, 32 connections'])
    assert.ok(texts.has(text), text);
});

test('a server without samples has no bar', () => {
  const elements = parse(drawChart(resultsWith({ durable: [1] })));
  assert.equal(bars(elements).length, 1);
  assert.ok(elements.every(({ text }) => text !== 'the apollo'));
});
