// A thin copy, written for obbtree's tests: logs nothing.
#pragma once
#include "nothing.hpp"
